# The path before the prompt of zsh, such as "[wifi Cafe] %". Source this file at the end of ~/.zshrc:
#   . /path/to/prompt.zsh
#
# zsh shows an element of psvar as it is, so that the name of a Wi-Fi network is safe here.
reach_prompt() { psvar[1]=$(reach status --brief 2>/dev/null) }
autoload -Uz add-zsh-hook
add-zsh-hook precmd reach_prompt
PROMPT="[%1v] $PROMPT"
