// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// What shells ask the command for: their scripts, and what can stand next.
enum CompletionRequest {
    /// A shell's script.
    case script(Shell)
    /// What can stand in the last of these words.
    case offer(Shell, [String])

    /// The shells that are served.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// Reads the arguments.
    ///
    /// - Returns: `nil` if they are no request of a shell.
    /// - Throws: ``Failure`` if the shell is not one that is served.
    init?(_ arguments: [String]) throws {
        switch arguments.first {
        case "--generate-completion-script":
            self = .script(try Self.shell(arguments.dropFirst().first))
        case Self.question:
            self = .offer(
                try Self.shell(arguments.dropFirst().first), Array(arguments.dropFirst(2)))
        default: return nil
        }
    }

    /// The word by which the scripts ask.
    static let question = "---complete"

    private static func shell(_ name: String?) throws -> Shell {
        guard let name, let shell = Shell(rawValue: name) else {
            let all = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure.usage(
                name.map { "there are no completions for '\($0.escaped)'; use one of: \(all)" }
                    ?? "--generate-completion-script needs the name of a shell: \(all)")
        }
        return shell
    }

    /// The answer.
    func answer(_ grammar: Grammar) -> String {
        switch self {
        case .script(let shell): return shell.script
        case .offer(let shell, let words):
            let completions = Completions(grammar: grammar, interfaces: InterfaceNames.all)
            let (whole, joints) = shell.joined(words)
            switch completions.offer(whole) {
            case .files: return ":files\n"
            case .commandLine(let position): return ":command \(position + 2 * joints)\n"
            case .words(let offered):
                let typed = whole.last ?? ""
                // Bash has the part behind an equals sign for the word.
                let taken = typed.count - (words.last == "=" ? 0 : words.last?.count ?? 0)
                return offered.map { shell.line($0, taken, typed) }.joined()
            }
        }
    }
}

extension CompletionRequest.Shell {
    /// The words as they were typed. Bash makes three words of one with an equals sign.
    ///
    /// - Returns: the words, and how often three of them were made one.
    fileprivate func joined(_ words: [String]) -> (words: [String], joints: Int) {
        guard self == .bash else { return (words, 0) }
        var whole: [String] = []
        var joints = 0
        for (position, word) in words.enumerated() {
            let isOption = whole.last?.hasPrefix("--") == true
            if word == "=", isOption, position > 0, words[position - 1] == whole.last {
                whole[whole.count - 1] += word
                joints += 1
            } else if position > 0, words[position - 1] == "=", isOption,
                whole.last?.hasSuffix("=") == true
            {
                whole[whole.count - 1] += word
            } else {
                whole.append(word)
            }
        }
        return (whole, joints)
    }

    /// A word as the shell's script reads it.
    ///
    /// - Parameters:
    ///   - taken: how many characters before it bash does not count to the word.
    ///   - typed: what it must begin with in bash, which does not look.
    fileprivate func line(_ word: Completions.Word, _ taken: Int, _ typed: String) -> String {
        switch self {
        case .bash: word.text.hasPrefix(typed) ? word.text.dropFirst(taken) + "\n" : ""
        case .zsh:
            word.text.split(separator: ":", omittingEmptySubsequences: false)
                .joined(separator: "\\:") + (word.summary.isEmpty ? "" : ":" + word.summary) + "\n"
        case .fish: word.text + (word.summary.isEmpty ? "" : "\t" + word.summary) + "\n"
        }
    }

    /// The script, which asks the command and leaves files and other commands to the shell.
    fileprivate var script: String {
        switch self {
        case .bash:
            """
            # bash completion for reach
            _reach() {
                local typed=${COMP_WORDS[COMP_CWORD]} offer
                mapfile -t offer < <("$1" \(CompletionRequest.question) bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                case ${offer[0]-} in
                    :files) compopt -o default; COMPREPLY=() ;;
                    ':command '*)
                        local start=${offer[0]#:command }
                        if declare -F _command_offset >/dev/null; then
                            _command_offset "$start"
                        elif ((COMP_CWORD == start)); then
                            mapfile -t COMPREPLY < <(compgen -c -- "$typed" | sort -u)
                            compopt -o default
                        else
                            compopt -o default; COMPREPLY=()
                        fi ;;
                    *) COMPREPLY=("${offer[@]}") ;;
                esac
            }
            complete -F _reach reach

            """
        case .zsh:
            """
            #compdef reach
            _reach() {
                local -a offer
                offer=("${(@f)$("${(Q)words[1]}" \(CompletionRequest.question) zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
                case $offer[1] in
                    '') return 1 ;;
                    :files) _files ;;
                    ':command '*)
                        local -i start=${offer[1]#:command }
                        shift $start words
                        (( CURRENT -= start ))
                        _normal ;;
                    *) _describe reach offer ;;
                esac
            }
            if [[ $funcstack[1] == _reach ]]; then _reach "$@"; else compdef _reach reach; fi

            """
        case .fish:
            """
            # fish completion for reach
            function __reach_offer
                set -l words (commandline -opc)
                set -l typed (commandline -ct)
                set -l offer ($words[1] \(CompletionRequest.question) fish $words[2..] "$typed" 2>/dev/null)
                switch "$offer[1]"
                    case ':files'
                        __fish_complete_path $typed
                    case ':command *'
                        set -l start (math (string replace ':command ' '' $offer[1]) + 1)
                        complete -C "$(string join ' ' -- (string escape -- $words[$start..]) $typed)"
                    case '*'
                        printf '%s\\n' $offer
                end
            end
            complete -c reach -f -a '(__reach_offer)'

            """
        }
    }
}
