import { stripVTControlCharacters } from 'node:util'

/** Returns the number of visible characters. */
export const measure = (text: string): number => [...stripVTControlCharacters(text)].length

/** Pads text with spaces. */
export function fit(text: string, width: number, align: 'left' | 'right'): string {
  const padding = ' '.repeat(Math.max(0, width - measure(text)))
  return align === 'right' ? padding + text : text + padding
}

/** Shortens a hash or an address in the middle: `0x1234…cdef`. */
export function shorten(text: string, width: number): string {
  if (text.length <= width) return text
  const tail = Math.floor((width - 3) / 2)
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`
}

/** Wraps words. All lines have the same indentation, and colors end with each line. */
export function wrap(text: string, width: number, indent = ''): readonly string[] {
  if (measure(text) + indent.length <= width) return [`${indent}${text}`]
  const room = Math.max(1, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of stripVTControlCharacters(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    // A word longer than a line is cut like a terminal would cut it.
    const pieces = word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? ['']
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  if (line !== '') lines.push(line)
  return lines.map((one) => `${indent}${one}`)
}
