// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// A request of a shell: for its completion script, or for completions.
enum CompletionRequest {
    /// The completion script of a shell.
    case script(Shell)
    /// The completions of the last of these arguments.
    case offer(Shell, [String])

    /// The supported shells.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// Parses the arguments.
    ///
    /// - Returns: `nil` if the arguments are not a request of a shell.
    /// - Throws: ``Failure`` if the shell is not supported.
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

    /// The argument by which the scripts request completions.
    static let question = "---complete"

    private static func shell(_ name: String?) throws -> Shell {
        guard let name, let shell = Shell(rawValue: name) else {
            let all = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure.usage(
                name.map { "no completions for '\($0.escaped)'; use one of: \(all)" }
                    ?? "--generate-completion-script needs a shell: \(all)")
        }
        return shell
    }

    /// The name of the command whose arguments are completed; `nil` if it is not typed yet.
    var commandName: String? {
        guard case .offer(_, let arguments) = self, arguments.count > 1 else { return nil }
        return arguments.first
    }

    /// Returns the output for the shell.
    ///
    /// - Parameters:
    ///   - grammar: the commands and their options.
    ///   - candidates: returns the candidates for a value, by the name that help has for it.
    func answer(
        _ grammar: Grammar, candidates: @escaping (String) -> [Completions.Candidate]
    ) -> String {
        switch self {
        case .script(let shell): return shell.script
        case .offer(let shell, let arguments):
            let completions = Completions(
                grammar: grammar, interfaces: CurrentProcess.interfaceNames,
                others: candidates)
            let (whole, joints) = shell.joined(arguments)
            switch completions.offer(whole) {
            case .files: return ":files\n"
            case .commandLine(let position): return ":command \(position + 2 * joints)\n"
            case .candidates(let candidates):
                let typed = whole.last ?? ""
                // Bash completes only the part after an equals sign.
                let skipped =
                    typed.utf8.count
                    - (arguments.last == "=" ? 0 : arguments.last?.utf8.count ?? 0)
                return candidates.map { shell.line($0, skipped, typed) }.joined()
            }
        }
    }
}

extension CompletionRequest.Shell {
    /// Joins the arguments that bash splits at an equals sign.
    ///
    /// - Returns: the arguments, and how often three arguments were joined.
    fileprivate func joined(_ arguments: [String]) -> (arguments: [String], joints: Int) {
        guard self == .bash else { return (arguments, 0) }
        var whole: [String] = []
        var joints = 0
        for (position, argument) in arguments.enumerated() {
            let isOption = whole.last?.begins(with: "--") == true
            if argument == "=", isOption, position > 0, arguments[position - 1] == whole.last {
                whole[whole.count - 1] += argument
                joints += 1
            } else if position > 0, arguments[position - 1] == "=", isOption,
                whole.last?.ends(with: "=") == true
            {
                whole[whole.count - 1] += argument
            } else {
                whole.append(argument)
            }
        }
        return (whole, joints)
    }

    /// Returns a completion in the format that the script of the shell reads.
    ///
    /// - Parameters:
    ///   - skipped: the number of bytes that bash does not count as part of the argument.
    ///   - typed: the typed prefix. Bash does not filter completions by it.
    fileprivate func line(_ candidate: Completions.Candidate, _ skipped: Int, _ typed: String)
        -> String
    {
        switch self {
        case .bash:
            candidate.text.begins(with: typed)
                ? String(decoding: candidate.text.utf8.dropFirst(skipped), as: UTF8.self) + "\n"
                : ""
        case .zsh:
            candidate.text.pieces(separatedBy: ":", omittingEmpty: false)
                .joined(separator: "\\:")
                + (candidate.summary.isEmpty ? "" : ":" + candidate.summary) + "\n"
        case .fish:
            candidate.text + (candidate.summary.isEmpty ? "" : "\t" + candidate.summary) + "\n"
        }
    }

    /// The script, which requests completions from the command. The shell completes files and other commands.
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
