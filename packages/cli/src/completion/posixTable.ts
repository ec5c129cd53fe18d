import type { Place, Row } from './places.ts'

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const toRow = ({ word, description }: Row): string => (description === '' ? word : `${word}:${description}`)

/** Groups places with the same words, which become one case. */
function group(places: readonly Place[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>()
  for (const { at, rows, files } of places) {
    const offered = [...rows.map(toRow), ...(files ? ['@files'] : [])].map((row) => `\n    ${quote(row)}`).join(' \\')
    groups.set(offered, [...(groups.get(offered) ?? []), at])
  }
  return groups
}

/**
 * Returns functions for bash and zsh. `_outrigger_rows <place>` prints the words of a place, one `word:description` per line,
 * and fails for an unknown place. `_outrigger_walk <word…>` finds the place after typed words: it sets `_outrigger_command`,
 * `_outrigger_option` (if its value comes next) and `_outrigger_count` (of the next argument). `_outrigger_offer` combines both.
 */
export function toPosixTable(places: readonly Place[]): string {
  const cases = [...group(places)].map(([offered, ats]) => {
    const body = offered === '' ? ':' : `printf '%s\\n' \\${offered}`
    return `  ${ats.map(quote).join('|\\\n  ')})\n    ${body} ;;`
  })
  return `_outrigger_rows() {
  case $1 in
${cases.join('\n')}
  *) return 1 ;;
  esac
}

_outrigger_walk() {
  local word
  _outrigger_command=outrigger _outrigger_option= _outrigger_count=1
  for word in "$@"; do
    if [ -n "$_outrigger_option" ]; then
      _outrigger_option=
    elif [ "\${word#-}" != "$word" ]; then
      if _outrigger_rows "$_outrigger_command $word" >/dev/null; then _outrigger_option=$word; fi
    elif [ "$_outrigger_count" = 1 ] && _outrigger_rows "$_outrigger_command $word" >/dev/null; then
      _outrigger_command="$_outrigger_command $word"
    else
      _outrigger_count=$((_outrigger_count + 1))
    fi
  done
}

# What may follow the words, when the last one begins with $1.
_outrigger_offer() {
  local current=$1
  shift
  _outrigger_walk "$@"
  if [ -n "$_outrigger_option" ]; then
    _outrigger_rows "$_outrigger_command $_outrigger_option"
  elif [ "\${current#-}" != "$current" ]; then
    _outrigger_rows "$_outrigger_command @options"
  else
    if [ "$_outrigger_count" = 1 ]; then _outrigger_rows "$_outrigger_command"; fi
    _outrigger_rows "$_outrigger_command @$_outrigger_count" || _outrigger_rows "$_outrigger_command @*"
  fi
}
`
}
