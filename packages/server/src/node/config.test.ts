import { expect, it } from 'vitest'
import { InvalidConfigError, type NodeConfig, toNodeConfig } from './config.ts'

it('takes what its type allows', () => {
  const config: NodeConfig = {
    chains: {
      ethereum: {
        endpoints: ['https://a.example', { url: 'https://b.example', name: 'b', wsUrl: false }],
        timeoutMs: 100,
      },
      base: { endpoints: ['http://127.0.0.1:1', 'http://127.0.0.1:2'], chainId: 31_337 },
      bsc: { endpoints: ['http://127.0.0.1:3'] },
    },
    lendingAgreement: 2,
    beacon: { endpoints: ['https://beacon.example'] },
    log: 'warn',
    store: 'postgres://outrigger@db.internal/outrigger',
    cors: ['https://app.example'],
    trustedProxies: ['10.0.0.0/8'],
    tiers: { free: { oracleRequestsPerMinute: 1 } },
  }
  expect(toNodeConfig(config)).toBe(config)
  expect(toNodeConfig({})).toEqual({})
})

it.each([
  [
    { chains: { atlantis: { endpoints: ['http://x'] } } },
    /chains\.atlantis: is not a known chain\. Possible: ethereum/,
  ],
  [
    { chains: { bitcoin: { endpoints: ['http://x'], chainId: 5 } } },
    /chains\.bitcoin\.chainId: is for EVM chains only/,
  ],
  [{ chains: { base: { endpoints: [] } } }, /chains\.base\.endpoints/],
  [{ chains: { base: {} } }, /chains\.base.*endpoints/],
  [{ port: 70_000 }, /port: must be <= 65535/],
  [{ log: 'loud' }, /log: .*silent, error, warn/],
  [
    { tiers: { free: { oracleRequestPerMinute: 1 } } },
    /tiers\.free: unknown setting oracleRequestPerMinute\. Did you mean/,
  ],
  [{ chains: { base: { endpoints: ['localhost/KEY'] } } }, /chains\.base\.endpoints: Endpoint 1 has no http(?!.*KEY)/],
  [{ chains: { base: { endpoints: ['localhost:8545'] } } }, /did you mean http:\/\/localhost:8545\?/],
  [{ chains: { base: { endpoints: ['rpc.example/KEY'] } } }, /did you mean https:\/\/rpc\.example\/…\?/],
  [{ chains: { base: { endpoints: ['KEYKEYKEY'] } } }, /Endpoint 1 is not (?!.*KEY)/],
  [{ chains: { base: { endpoints: ['http://a', ''] } } }, /The URL of Endpoint 2 is empty: is the variable set\?/],
  [{ chains: { base: { endpoints: ['http://a,b:1'] } } }, /has a comma in its host/],
  [{ chains: { etherium: { endpoints: ['http://x'] } } }, /chains\.etherium: .*Did you mean "ethereum"\?/],
  [{ lending: 'always' }, /lending: must be "atStart", "onUse", or false$/],
  [{ cors: 'x' }, /cors: must be false, or a list$/],
  [{ chains: { base: { endpoints: ['http://x'], cache: 1 } } }, /chains\.base\.cache: must be false, or an object$/],
  [
    { chains: { base: { endpoints: [{ url: 'http://x', wsurl: '' }] } } },
    /unknown setting wsurl\. Did you mean "wsUrl"\?$/,
  ],
  [{ tier: {} }, /the configuration: unknown setting tier\. Did you mean "tiers"\?$/],
  [
    { gateway: { bodyBytes: 1, tiers: {} }, trustProxy: true },
    /trustProxy: this setting was removed: set trustedProxies to 1; gateway\.bodyBytes: .* its default always applies\. Delete it; gateway\.tiers: .*tiers\.<tier>$/,
  ],
  [{ streams: { socketsPerKey: 3 } }, /streams: this setting was removed: set socketsPerKey as streamSockets/],
  [
    { chains: { base: { endpoints: ['http://x'] } }, lendingAgreement: 2 },
    /lendingAgreement: 2 endpoints must agree, but chains\.base has only 1/,
  ],
  [{ beacon: { endpoints: ['ftp://x'] } }, /beacon\.endpoints: Endpoint 1/],
  [{ store: 'mysql://me:KEY@db/outrigger' }, /store: must be the URL of a PostgreSQL database(?!.*KEY)/],
  [{ trustedProxies: ['proxy.example'] }, /trustedProxies: "proxy\.example" is not an IP address/],
  [null, /the configuration: must be object/],
])('refuses %j and names the field', (config, message) => {
  expect(() => toNodeConfig(config)).toThrow(InvalidConfigError)
  expect(() => toNodeConfig(config)).toThrow(message)
})
