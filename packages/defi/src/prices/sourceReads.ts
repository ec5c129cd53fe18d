import { getOrCreate } from '@outrigger/core/internal'
import { type Address, numberToHex } from 'viem'
import type { BlockReader, Read } from '../reads/blockReader.ts'
import { getterAbi, getters, sourceAbi } from './sourceAbi.ts'

/** Reads price contracts at one block. Each read is made once because many sources share feeds. */
export type SourceReads = {
  readonly timestamp: bigint
  /** Reads a contract's present price. */
  readAnswer(address: Address): Promise<bigint | undefined>
  /** Reads the value of a number of shares of an ERC-4626 vault. */
  readAssets(address: Address, shares: bigint): Promise<bigint | undefined>
  /** Reads the first of several getters that responds. */
  readFirst(address: Address, names: readonly string[]): Promise<bigint | undefined>
  /** Reads every known getter that responds, by name. */
  readGetters(address: Address): Promise<ReadonlyMap<string, bigint>>
  /** Returns whether a contract is a Chainlink proxy or aggregator. */
  isFeed(address: Address): Promise<boolean>
  /** Returns the aggregator behind a proxy, or the address itself if it is not a proxy. */
  readAggregator(address: Address): Promise<Address>
  /** Returns whether a proxy is the secondary one of a `DualAggregator`. */
  isSecondaryProxy(proxy: Address, aggregator: Address): Promise<boolean>
}

export function createSourceReads(reader: BlockReader): SourceReads {
  const made = new Map<string, Promise<unknown>>()
  const tryRead = ((read: Read) =>
    getOrCreate(made, `${read.address} ${read.functionName} ${read.args ?? ''}`, () =>
      reader.tryRead(read),
    )) as BlockReader['tryRead']
  const readWord = (address: Address, functionName: string) =>
    tryRead({ address, abi: getterAbi, functionName }) as Promise<bigint | undefined>

  return {
    timestamp: reader.timestamp,
    async readAnswer(address) {
      const [answer, price, round] = await Promise.all([
        tryRead({ address, abi: sourceAbi, functionName: 'latestAnswer' }),
        tryRead({ address, abi: sourceAbi, functionName: 'price' }),
        tryRead({ address, abi: sourceAbi, functionName: 'latestRoundData' }),
      ])
      return answer ?? price ?? round?.[1]
    },
    readAssets: (address, shares) =>
      tryRead({ address, abi: sourceAbi, functionName: 'convertToAssets', args: [shares] }),
    async readFirst(address, names) {
      const words = await Promise.all(names.map((name) => readWord(address, name)))
      return words.find((word) => word !== undefined)
    },
    async readGetters(address) {
      const words = await Promise.all(getters.map(async (name) => [name, await readWord(address, name)] as const))
      return new Map(words.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    },
    async isFeed(address) {
      const [phase, config] = await Promise.all([
        tryRead({ address, abi: sourceAbi, functionName: 'phaseId' }),
        tryRead({ address, abi: sourceAbi, functionName: 'latestConfigDetails' }),
      ])
      return phase !== undefined || config !== undefined
    },
    async readAggregator(address) {
      const aggregator = await tryRead({ address, abi: sourceAbi, functionName: 'aggregator' })
      return (aggregator?.toLowerCase() ?? address) as Address
    },
    // A DualAggregator does not publish which of its proxies is the secondary one. The address is a constant in its
    // code.
    async isSecondaryProxy(proxy, aggregator) {
      const name = await tryRead({ address: aggregator, abi: sourceAbi, functionName: 'typeAndVersion' })
      if (!name?.startsWith('DualAggregator')) return false
      const block = numberToHex(reader.blockNumber)
      const code = await reader.client.request({ method: 'eth_getCode', params: [aggregator, block] })
      return code.toLowerCase().includes(proxy.slice(2))
    },
  }
}
