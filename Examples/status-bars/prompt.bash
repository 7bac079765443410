# The path before the prompt of bash, such as "[wifi Cafe] $". Source this file at the end of ~/.bashrc:
#   . /path/to/prompt.bash
#
# bash does not expand the output of a command again, so that the name of a Wi-Fi network is safe here.
PS1='[$(reach status --brief 2>/dev/null)] '$PS1
