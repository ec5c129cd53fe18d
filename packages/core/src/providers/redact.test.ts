import { describe, expect, it } from 'vitest'
import { toEndpoints } from './endpoint.ts'
import { redactText, redactUrl } from './redact.ts'

describe('redactUrl', () => {
  it.each([
    ['https://eth-mainnet.g.alchemy.com/v2/SECRETKEY', 'https://eth-mainnet.g.alchemy.com/…'],
    ['https://user:pass@node.example:8545', 'https://node.example:8545/…'],
    ['https://node.example/?apikey=SECRET', 'https://node.example/…'],
    ['https://node.example#SECRET', 'https://node.example/…'],
    ['wss://mainnet.infura.io/ws/v3/0123456789abcdef', 'wss://mainnet.infura.io/…'],
    ['https://a1b2c3d4e5f6a7b8c9d0e1f2.provider.example/', 'https://….provider.example'],
    ['http://127.0.0.1:8545', 'http://127.0.0.1:8545'],
    ['http://127.0.0.1:8545/', 'http://127.0.0.1:8545'],
    ['not a url with SECRET', '<invalid url>'],
  ])('%s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
    expect(redactUrl(url)).not.toMatch(/SECRET|pass|0123456789/)
  })
})

it('redactText redacts every URL of a message', () => {
  const text = 'POST https://node.example/v2/SECRET failed, then "wss://x:SECRET@b.example/ws" (see http://ok.example)'
  expect(redactText(text)).toBe('POST https://node.example/… failed, then "wss://b.example/…" (see http://ok.example)')
})

it('the secrets of an endpoint include a key in the host name and parts of its headers', () => {
  const headers = { authorization: 'Bearer 0123456789' }
  const [endpoint] = toEndpoints([{ url: 'https://a1b2c3d4e5f6a7b8c9d0e1f2.provider.example/rpc', headers }])
  expect(endpoint?.secrets).toEqual(['a1b2c3d4e5f6a7b8c9d0e1f2', '0123456789'])
})

it.each([
  ['https://a.example/refuse?apikey=SECRETQ', ['SECRETQ']],
  ['https://a.example/refuse/SECKEY7', ['SECKEY7']],
  ['https://user:pa5s@a.example/v2/mainnet?chain=base&id=8453', ['pa5s']],
])('cuts short keys of %s, and no words', (url, secrets) => {
  expect(toEndpoints([{ url }])[0]?.secrets.filter((secret) => secret.length < 8)).toEqual(secrets)
})

it('keeps the punctuation after a URL', () => {
  expect(redactText('Did you mean http://localhost:8545? Not https://a.example/SECRET.')).toBe(
    'Did you mean http://localhost:8545? Not https://a.example/….',
  )
})
