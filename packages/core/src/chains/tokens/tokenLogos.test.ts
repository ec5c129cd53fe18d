import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import superchain from '@eth-optimism/tokenlist'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { type ChainName, chains } from '../registry.ts'
import { toListedLogos, toListedTokens } from './listedTokens.ts'
import { toTokenLogos } from './tokenLogos.ts'

const folder = dirname(createRequire(import.meta.url).resolve('@metamask/contract-metadata/package.json'))
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const metamask = new Map<string, { readonly logo: string; readonly symbol: string }>(
  Object.entries<{ logo: string; symbol: string }>(read('contract-map.json')).map(([address, entry]) => [
    address.toLowerCase(),
    entry,
  ]),
)

type Entry = { readonly chainId: number; readonly address: string; readonly decimals: number; readonly logoURI: string }
const { tokens } = superchain as unknown as { readonly tokens: readonly Entry[] }
const listed = new Map(tokens.map((entry) => [`${entry.chainId}:${entry.address.toLowerCase()}`, entry]))

const toLogo = (chain: ChainName, address: Address) => toTokenLogos(chain).get(address) ?? null

const all = (Object.keys(chains) as ChainName[]).flatMap((chain) =>
  [...toListedTokens(chain)].map(([address, token]) => ({ chain, address, ...token })),
)

describe('logos of listed tokens', () => {
  it('are those of the collections for the same chain and address', () => {
    const own = all.filter(({ chain, address }) => toListedLogos(chain).has(address))
    expect(own.length).toBeGreaterThan(650)
    const logos = new Map((Object.keys(chains) as ChainName[]).map((chain) => [chain, toTokenLogos(chain)]))
    for (const { chain, address, decimals } of own) {
      const logo = logos.get(chain)?.get(address) ?? ''
      const entry = listed.get(`${chains[chain].chainId}:${address}`)
      if (logo.includes('@metamask/')) {
        const file = metamask.get(address)?.logo ?? ''
        expect(chain).toBe('ethereum')
        expect(logo).toBe(
          `https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@${read('package.json').version}/images/${file}`,
        )
        expect(existsSync(join(folder, 'images', file)), file).toBe(true)
      } else expect([logo, decimals]).toEqual([entry?.logoURI, entry?.decimals])
    }
  })

  it('are those of the Ethereum token with the same symbol for tokens of other chains', () => {
    const usdc = toLogo('ethereum', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
    expect(usdc).toMatch(/images\/usdc\.svg$/)
    // USDC and USDC.e.
    expect(toLogo('polygon', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')).toBe(usdc)
    expect(toLogo('avalanche', '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664')).toBe(usdc)
    // WAVAX is not listed on Ethereum.
    expect(toLogo('avalanche', '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7')).toBeNull()
  })

  it('do not exist for tokens with a shared symbol and for tokens that are not listed', () => {
    const pairs = all.filter(({ symbol }) => symbol === 'UNI-V2')
    expect(pairs.length).toBeGreaterThan(5)
    for (const { chain, address } of pairs) expect(toLogo(chain, address)).toBeNull()
    const strange: Address = `0x${'5a'.repeat(20)}`
    expect(toLogo('ethereum', strange)).toBeNull()
    expect(toLogo('bitcoin', strange)).toBeNull()
  })
})
