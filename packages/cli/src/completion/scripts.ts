import type { Place } from './places.ts'
import { toPosixTable } from './posixTable.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script for each shell, from the places of the program. */
export const completionScripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
}

/** Splits words at spaces only. By default bash also splits them at `=` and `:`, which URLs contain. */
function toBash(places: readonly Place[]): string {
  return `# bash completion of outrigger. Load it with: source <(outrigger completion bash)
${toPosixTable(places)}
_outrigger() {
  local line=\${COMP_LINE:0:COMP_POINT} current= row
  local -a words
  COMPREPLY=()
  read -ra words <<<"$line"
  if [[ $line != *[[:blank:]] ]]; then
    current=\${words[\${#words[@]} - 1]}
    unset "words[\${#words[@]}-1]"
  fi
  while IFS= read -r row; do
    if [[ $row == @files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r row; do COMPREPLY+=("$row"); done < <(compgen -f -- "$current")
      continue
    fi
    row=\${row%%:*}
    if [[ -n $row && $row == "$current"* ]]; then
      if [[ $row == *= ]]; then compopt -o nospace 2>/dev/null; fi
      COMPREPLY+=("$row")
    fi
  done < <(_outrigger_offer "$current" "\${words[@]:1}")
}
complete -F _outrigger outrigger
`
}

function toZsh(places: readonly Place[]): string {
  return `#compdef outrigger
# zsh completion of outrigger. Load it after compinit with: source <(outrigger completion zsh)
${toPosixTable(places)}
_outrigger() {
  local row
  local -a rows open
  for row in "\${(@f)$(_outrigger_offer "\${words[CURRENT]}" "\${(@)words[2,CURRENT-1]}")}"; do
    case $row in
    '') ;;
    @files) _files ;;
    *=) open+=("$row") ;;
    *) rows+=("$row") ;;
    esac
  done
  if (( \${#open} )); then compadd -S '' -- "\${open[@]}"; fi
  if (( \${#rows} )); then _describe outrigger rows; fi
}
if [[ \${funcstack[1]} == _outrigger ]]; then
  _outrigger "$@"
else
  compdef _outrigger outrigger
fi
`
}

function toFish(places: readonly Place[]): string {
  const cases = places.map(({ at, rows, files }) => {
    const offered = rows.map(({ word, description }) => `${quoteFish(`${word}\t${description}`)}`)
    const lines = [
      ...(offered.length > 0 ? [`            printf '%s\\n' ${offered.join(' ')}`] : []),
      ...(files ? ['            __fish_complete_path (commandline -ct)'] : []),
    ]
    return [`        case ${quoteFish(at.replace('*', 'rest'))}`, ...lines, '            return 0'].join('\n')
  })
  return `# fish completion of outrigger. Load it with: outrigger completion fish | source
function __outrigger_rows
    switch $argv[1]
${cases.join('\n')}
    end
    return 1
end

function __outrigger_offer
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command outrigger
    set -l option ''
    set -l count 1
    for word in $words[2..-1]
        if test -n "$option"
            set option ''
        else if string match -q -- '-*' $word
            if __outrigger_rows "$command $word" >/dev/null
                set option $word
            end
        else if test $count = 1; and __outrigger_rows "$command $word" >/dev/null
            set command "$command $word"
        else
            set count (math $count + 1)
        end
    end
    if test -n "$option"
        __outrigger_rows "$command $option"
    else if string match -q -- '-*' "$current"
        __outrigger_rows "$command @options"
    else
        if test $count = 1
            __outrigger_rows "$command"
        end
        __outrigger_rows "$command @$count"; or __outrigger_rows "$command @rest"
    end
end

complete -c outrigger -f -a '(__outrigger_offer)'
`
}

/**
 * Puts text into single quotes for fish, which interprets a backslash there only before a quote or another backslash.
 */
const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
