# The path before the prompt of zsh, such as "[wifi Cafe] %". Source this file at the end of ~/.zshrc:
#   . /path/to/prompt.zsh
#
# zsh shows an element of psvar as it is, so that the name of a Wi-Fi network is safe here. The element is far behind
# those of other prompts, which may set theirs later.
reach_position=$((${#psvar} + 20))
reach_prompt() { psvar[reach_position]=$(reach status --brief 2>/dev/null) }
autoload -Uz add-zsh-hook
add-zsh-hook precmd reach_prompt
PROMPT="[%${reach_position}v] $PROMPT"
