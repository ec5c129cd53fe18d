import { MethodsMissingError } from '../../../errors.ts'
import type { Link } from '../../interfaces.ts'
import { isUnanswered } from '../../isUnanswered.ts'
import { toTransactionHash } from '../bytes.ts'
import type { Decoded } from '../decoded.ts'
import { fromLcd, type LcdTransaction, type NodeBlock, toCoin, toHeader } from '../fromNode.ts'
import type { CosmosSource } from './source.ts'

type Found = { readonly tx_response: LcdTransaction; readonly tx?: LcdTransaction['tx'] }
type FoundList = { readonly tx_responses?: readonly LcdTransaction[] | null }

const blocks = '/cosmos/base/tendermint/v1beta1/blocks'
const transactions = '/cosmos/tx/v1beta1/txs'
/** Number of transactions read at the same time. */
const parallel = 20
const maxPage = 100

/** The REST interface of the Cosmos SDK. */
export function createLcdSource(chain: string, { get }: Link): CosmosSource {
  async function readTransaction(hash: string): Promise<Decoded | null> {
    const found = await get<Found>(`${transactions}/${hash}`)
    // Some nodes have the transaction inside `tx_response`, others only beside it.
    return found && fromLcd({ ...found.tx_response, tx: found.tx_response.tx ?? (found.tx as LcdTransaction['tx']) })
  }

  /** SDK 0.46 and 0.47 renamed parameters. */
  async function searchPage(query: string, page: number, limit: number): Promise<readonly LcdTransaction[]> {
    const text = encodeURIComponent(query)
    const now = `${transactions}?query=${text}&order_by=ORDER_BY_DESC&page=${page}&limit=${limit}`
    const parts = query.split(' AND ').map((part) => `events=${encodeURIComponent(part)}`)
    const before = `${transactions}?${parts.join('&')}&order_by=ORDER_BY_DESC&pagination.offset=${(page - 1) * limit}&pagination.limit=${limit}`
    const found = await get<FoundList>(now).catch((error: unknown) => {
      if (!isUnanswered(error)) throw error
      return get<FoundList>(before)
    })
    return found?.tx_responses ?? []
  }

  return {
    transaction: readTransaction,
    async block(block) {
      if (typeof block === 'string' && block !== 'latest')
        throw new MethodsMissingError(chain, ['block_by_hash (CometBFT)'])
      const found = await get<NodeBlock>(`${blocks}/${block}`)
      return found && toHeader(found)
    },
    async transactions(block, offset, end) {
      const hashes = block.transactions.slice(offset, end).map(toTransactionHash)
      const found: Decoded[] = []
      while (hashes.length > 0) {
        const read = await Promise.all(hashes.splice(0, parallel).map(readTransaction))
        found.push(...read.flatMap((transaction) => transaction ?? []))
      }
      return found
    },
    async balances(address) {
      const path = `/cosmos/bank/v1beta1/balances/${address}?pagination.limit=1000`
      const found = await get<{ readonly balances: readonly { denom: string; amount: string }[] }>(path)
      return (found?.balances ?? []).map(toCoin)
    },
    async search(query, limit) {
      const found: Decoded[] = []
      for (let page = 1; found.length < limit; page += 1) {
        const some = await searchPage(query, page, Math.min(limit, maxPage))
        found.push(...some.map(fromLcd))
        if (some.length < Math.min(limit, maxPage)) break
      }
      return found
    },
    async earliest() {
      try {
        return (await get<NodeBlock>(`${blocks}/1`)) === null ? null : 1n
      } catch (error) {
        // A node that has pruned the block reports its oldest block in the error.
        const [, lowest] = /lowest height is (\d+)/.exec(String(error)) ?? []
        if (!isUnanswered(error)) throw error
        return lowest === undefined ? null : BigInt(lowest)
      }
    },
    async validators() {
      const path =
        '/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED&pagination.limit=1&pagination.count_total=true'
      const found = await get<{ readonly pagination?: { readonly total?: string } }>(path)
      const total = found?.pagination?.total
      return total === undefined ? null : Number(total)
    },
    pending: async () => null,
    peers: async () => null,
  }
}
