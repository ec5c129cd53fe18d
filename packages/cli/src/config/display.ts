import { redactUrl } from '@outrigger/core'

type Endpoint = string | { readonly url?: string; readonly wsUrl?: string | false; readonly headers?: object }

/** Returns a setting without its secrets: only the origin of endpoint URLs, and only the names of headers. */
export function toDisplayValue(path: string, value: unknown): unknown {
  if (path.startsWith('prices.') || path.startsWith('swaps.')) return toDisplaySource(path, value)
  // Paying customers of DefiLlama have their key in the address.
  if (/^market\..*Url$/.test(path)) return redactUrl(String(value))
  if (path === 'mev.signerKey') return '…'
  if (path === 'mev.relays' && Array.isArray(value))
    return value.map((relay: string | Endpoint) => (typeof relay === 'string' ? relay : toDisplayEndpoint(relay)))
  // With user and password.
  if (path === 'store' || path === 'alerts.email.smtpUrl') return redactUrl(String(value))
  return path.endsWith('endpoints') && Array.isArray(value) ? value.map(toDisplayEndpoint) : value
}

/** Hides keys of services, and shortens their URLs, which may contain keys. */
function toDisplaySource(path: string, value: unknown): unknown {
  if (path.endsWith('.apiKey')) return '…'
  if (path.endsWith('.url')) return redactUrl(String(value))
  if (path !== 'prices.exchanges' || !Array.isArray(value)) return value
  return value.map((text) => String(text).replace(/=(.*)/, (_, url: string) => `=${redactUrl(url)}`))
}

function toDisplayEndpoint(endpoint: Endpoint): unknown {
  if (typeof endpoint === 'string') return redactUrl(endpoint)
  const { url, wsUrl, headers, ...rest } = endpoint
  return {
    ...rest,
    ...(url === undefined ? {} : { url: redactUrl(String(url)) }),
    ...(wsUrl === undefined ? {} : { wsUrl: wsUrl === false ? false : redactUrl(wsUrl) }),
    ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, '…'])) }),
  }
}
