import { flattenControls } from '../errors/controlCharacters.ts'

const urlPattern = /\b(?:https?|wss?|postgres(?:ql)?):\/\/[^\s"'<>\\)\]}]+/gi

/**
 * Returns the origin of a provider URL without credentials, path, query and fragment. Hosted providers put keys into all of
 * these (`/v2/<key>`). A random-looking label of the host name (`<key>.provider.example`) is removed as well.
 *
 * @example redactUrl('https://eth.example/v2/SECRET') // 'https://eth.example/…'
 */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return '<invalid url>'
  const { protocol, hostname, port, pathname, search, username, password, hash } = new URL(url)
  const host = hostname
    .split('.')
    .map((label) => (looksRandom(label) ? '…' : label))
    .join('.')
  const origin = `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  const hidden = username !== '' || password !== '' || search !== '' || hash !== '' || !['', '/'].includes(pathname)
  return hidden ? `${origin}/…` : origin
}

const maxMessageLength = 500

/** Makes a provider's message safe to show: one line of at most 500 characters without URLs and without the given secrets. */
export function redactMessage(message: string, secrets: readonly string[]): string {
  const short = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message
  const plain = flattenControls(redactText(short))
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), plain)
}

/** Redacts every URL in a text. For messages of third-party errors. */
export function redactText(text: string): string {
  return text.replace(urlPattern, (found) => {
    // Punctuation that ends the sentence around the URL: `did you mean http://localhost:8545?`
    const end = /[?!.,;:]*$/.exec(found)?.[0] ?? ''
    return redactUrl(found.slice(0, found.length - end.length)) + end
  })
}

// Subdomains that carry a key are long and mix digits and letters. Ordinary names are short or made of words.
export function looksRandom(label: string): boolean {
  return label.length >= 20 && /\d/.test(label) && /[a-z]/i.test(label)
}
