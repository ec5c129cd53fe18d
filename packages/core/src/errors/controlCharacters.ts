// Control characters except the tab, line separators, and marks that change the direction of text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const unsafe = /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Writes the control characters of a text as JSON escapes (`\u001b`). Without this, text from outside, such as a
 * token symbol, could recolor or rename a terminal or write to its clipboard. Valid JSON stays valid and keeps its
 * meaning.
 *
 * @example escapeControls('a\u001b]52;c;eA==\u0007') // 'a\\u001b]52;c;eA==\\u0007'
 */
export const escapeControls = (text: string): string =>
  text.replace(unsafe, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the text in one line, with spaces in place of control characters. */
export const flattenControls = (text: string): string => text.replace(unsafe, ' ')
