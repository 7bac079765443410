# The path before the prompt of bash, such as "[wifi Cafe] $". Source this file at the end of ~/.bashrc:
#   . /path/to/prompt.bash
#
# bash does not expand the value of a variable again, so that the name of a Wi-Fi network is safe here. The function
# returns the status of the last command, so that a prompt can show it ($?).
reach_prompt() {
    local status=$?
    reach_path=$(reach status --brief 2>/dev/null)
    return $status
}
PROMPT_COMMAND="reach_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
PS1='[$reach_path] '$PS1
