# The path at the right of the prompt of fish, such as "wifi Cafe". Copy this file to
# ~/.config/fish/functions/fish_right_prompt.fish.
function fish_right_prompt
    reach status --brief 2>/dev/null
end
