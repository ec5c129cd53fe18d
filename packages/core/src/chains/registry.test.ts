import { describe, expect, it } from 'vitest'
import { chains, findChainName, getChain, isChainName, UnknownChainError } from './registry.ts'

describe.each(Object.entries(chains))('%s', (key, chain) => {
  it('has every required property', () => {
    expect(chain.name).toBe(key)
    expect(chain.blockTimeMs).toBeGreaterThan(0)
    expect(chain.explorer).toMatch(/^https:\/\/[^ ]+[^/]$/)
    expect(chain.consensus).toMatch(/^[a-z_]+$/)
    expect(chain.nativeCurrency.symbol).not.toBe('')
    expect(chain.family === 'evm').toBe(chain.chainId !== null && chain.viemChain !== null)
    expect(chain.family === 'evm').toBe(chain.network === null)
    expect(chain.family === 'evm').toBe(/^0x[0-9a-f]{40}$/.test(chain.wrappedNative ?? ''))
    expect(chain.family === 'evm').toBe(chain.feeModel.kind !== 'native')
    if (chain.viemChain !== null) expect(chain.viemChain.id).toBe(chain.chainId)
    if (chain.settlesOn !== null) expect(isChainName(chain.settlesOn)).toBe(true)
  })
})

it('has the chains of the contract, each id once', () => {
  const promised =
    'ethereum polygon arbitrum optimism base avalanche bsc gnosis linea scroll zksync mantle celo blast unichain sonic berachain worldchain ink moonbeam bitcoin litecoin solana starknet cosmoshub osmosis'
  expect(Object.keys(chains).sort()).toEqual(promised.split(' ').sort())
  const ids = Object.values(chains).flatMap(({ chainId }) => chainId ?? [])
  expect(new Set(ids).size).toBe(ids.length)
})

it('getChain lists the known names', () => {
  expect(getChain('base').chainId).toBe(8453)
  expect(() => getChain('atlantis')).toThrow(UnknownChainError)
  expect(() => getChain('toString')).toThrow(/Known chains: ethereum, /)
})

it('knows the gas limit of one transaction', () => {
  const capOf = (name: string) => getChain(name).transactionGasCap
  for (const name of ['ethereum', 'base', 'optimism', 'unichain', 'ink', 'bsc']) expect(capOf(name)).toBe(2n ** 24n)
  for (const name of ['polygon', 'arbitrum']) expect(capOf(name)).toBe(32_000_000n)
  for (const name of ['zksync', 'solana']) expect(capOf(name)).toBeNull()
})

it('accepts a chain id in place of a name', () => {
  for (const { name, chainId } of Object.values(chains))
    if (chainId !== null) expect(getChain(String(chainId)).name).toBe(name)
  expect(findChainName('null')).toBeUndefined()
  expect(findChainName('0x1')).toBeUndefined()
  expect(() => getChain('4')).toThrow(UnknownChainError)
})

it('suggests a similar name', () => {
  expect(() => getChain('etherium')).toThrow(/^Unknown chain "etherium"\. Did you mean "ethereum"\? Known chains/)
  expect(() => getChain('narnia')).toThrow(/^Unknown chain "narnia"\. Known chains/)
})
