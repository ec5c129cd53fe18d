import { flattenControls } from '../errors/controlCharacters.ts'

const urlPattern = /\b(?:https?|wss?|postgres(?:ql)?):\/\/[^\s"'<>\\)\]}]+/gi

/**
 * Origin of a provider URL with everything that may hold a secret (credentials, path, query, fragment) cut away.
 * Hosted providers put keys in the path (`/v2/<key>`), in the query and in user info, so none of these survive; a key
 * in the host name (`<key>.provider.example`) is cut as well when it looks random.
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

/** The words of a provider, fit to be shown: one line of bounded length, without URLs and without keys it may have echoed. */
export function redactMessage(message: string, secrets: readonly string[]): string {
  const short = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message
  const plain = flattenControls(redactText(short))
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), plain)
}

/** Every URL inside a text replaced by its redacted form; for messages of third-party errors. */
export function redactText(text: string): string {
  return text.replace(urlPattern, (found) => {
    // The end of the sentence around it: `did you mean http://localhost:8545?`
    const end = /[?!.,;:]*$/.exec(found)?.[0] ?? ''
    return redactUrl(found.slice(0, found.length - end.length)) + end
  })
}

// Provider subdomains that carry a key are long and mix digits and letters; ordinary names are short or wordlike.
export function looksRandom(label: string): boolean {
  return label.length >= 20 && /\d/.test(label) && /[a-z]/i.test(label)
}
