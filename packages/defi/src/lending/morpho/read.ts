import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { readToken } from '../../reads/readToken.ts'
import type { Account } from '../market.ts'
import { getLogs, toFirstBlock } from './getLogs.ts'
import { createLogs, useLogs } from './logs.ts'
import type { MorphoMarket } from './market.ts'
import { morphoAbi } from './morphoAbi.ts'
import { toEntries } from './position.ts'
import { createOnce, readMarket, toKnown, toLowerCase } from './readMarket.ts'

/** Blocks that are read again, because the provider may have answered before it had the last ones. */
const overlap = 16n

/**
 * Reads the markets with supply or debt. The state of markets in `known` takes one round of reads. `named` contains the market
 * ids in later logs, to find new markets. Without `named`, these logs are read. If `known` is empty, all logs are
 * read.
 *
 * @throws {NoContractError}
 * @throws {LendingReadError}
 * @throws the client's error if it cannot fetch logs
 */
export async function getMarkets(
  reader: BlockReader,
  chain: ChainName,
  deployment: Deployment,
  known: readonly MorphoMarket[] = [],
  named?: readonly Hex[],
): Promise<readonly MorphoMarket[]> {
  const after = known.reduce<bigint | undefined>(
    (block, { blockNumber }) => ((block ?? 0n) > blockNumber ? block : blockNumber),
    undefined,
  )
  const knownIds = new Set(known.map(({ id }) => id))
  const once = createOnce()
  const { address } = deployment

  async function getIds(): Promise<readonly Hex[]> {
    const logs =
      after === undefined
        ? await getLogs(reader, createLogs(deployment), toFirstBlock(reader, deployment.fromBlock))
        : await getLogs(reader, useLogs(deployment), after > overlap ? after - overlap : 0n)
    return logs.flatMap(({ topics: [, id] }) => (id === undefined ? [] : [id]))
  }

  async function getNew(): Promise<readonly (readonly (MorphoMarket | null)[])[]> {
    const ids = new Set(named ?? (await getIds()))
    if (known.length === 0 && ids.size === 0) await reader.read({ address, abi: morphoAbi, functionName: 'owner' })
    return Promise.all(
      [...ids]
        .filter((id) => !knownIds.has(id))
        .map(async (id) => {
          const stored = await reader.read({ address, abi: morphoAbi, functionName: 'market', args: [id] })
          if (stored.totalBorrowShares === 0n && stored.totalSupplyShares === 0n) return []
          const params = toLowerCase(
            await reader.read({ address, abi: morphoAbi, functionName: 'idToMarketParams', args: [id] }),
          )
          const getToken = (token: Address) => once(`token ${token}`, () => readToken(reader, token))
          const [collateral, loan] = await Promise.all([getToken(params.collateralToken), getToken(params.loanToken)])
          if (collateral === null || loan === null) return []
          const tokens = [collateral, loan] as const
          return [await readMarket(reader, { id, chain, morpho: address, params, tokens, stored }, once)]
        }),
    )
  }
  const [refreshed, found] = await Promise.all([
    Promise.all(known.map((market) => readMarket(reader, toKnown(market), once))),
    getNew(),
  ])
  return [...refreshed, ...found.flat()].filter((market) => market !== null)
}

export async function getAccounts(
  reader: BlockReader,
  { morpho, id }: MorphoMarket,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  return Promise.all(
    accounts.map(async (address): Promise<Account> => {
      const [supplyShares, borrowShares, collateral] = await reader.read({
        address: morpho,
        abi: morphoAbi,
        functionName: 'position',
        args: [id, address],
      })
      const entries = toEntries({ collateral, borrowShares, supplyShares })
      return { address: address.toLowerCase() as Address, mode: 0, entries }
    }),
  )
}
