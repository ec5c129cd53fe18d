// Control characters but the tab, separators of lines, and marks that change the direction of text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unsafe = /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Text with its control characters written as JSON escapes (`\u001b`). Text from outside, such as a token's symbol, could
 * otherwise recolor, rename or write to the clipboard of a terminal that shows it. Valid JSON stays valid, and the same.
 *
 * @example escapeControls('a\u001b]52;c;eA==\u0007') // 'a\\u001b]52;c;eA==\\u0007'
 */
export const escapeControls = (text: string): string =>
  text.replace(unsafe, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Text in one line, with a space in place of control characters. */
export const flattenControls = (text: string): string => text.replace(unsafe, ' ')
