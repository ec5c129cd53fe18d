import { RpcAnswerError } from '@outrigger/core'
import { MethodsMissingError } from '../../../errors.ts'
import { isUnanswered } from '../../isUnanswered.ts'
import { toSatoshi } from '../amount.ts'
import type { BlockHeader, Decoded, Point } from '../decoded.ts'
import { type CoreTransaction, fromCore } from '../fromCore.ts'
import { fromRawBlock, fromRawTransaction } from '../fromRaw.ts'
import { readPrevouts } from './prevouts.ts'
import type { BitcoinSource, Link } from './source.ts'

type CoreHeader = {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly confirmations?: number
  readonly previousblockhash?: string
  readonly nTx?: number
  readonly size?: number
  readonly weight?: number
  readonly version: number
  readonly merkleroot: string
  readonly nonce: number
  readonly bits: string
  readonly tx?: readonly (string | CoreTransaction)[]
}
type Call = <result>(method: string, ...params: readonly unknown[]) => Promise<result | null>

/** With what each input spends; older nodes print less for the same number. */
const withPrevouts = { block: 3, transaction: 2 } as const

/** Bitcoin Core's JSON-RPC, and that of its forks. */
export function createCoreSource(chain: string, { rpc, network }: Link): BitcoinSource {
  const call: Call = (method, ...params) => rpc(method, params)

  async function decode(transactions: readonly CoreTransaction[]): Promise<readonly Decoded[]> {
    const findPrevout = await readPrevouts(call, transactions)
    return transactions.map((transaction) => fromCore(transaction, network, findPrevout))
  }

  const toHash = (block: bigint | string) =>
    typeof block === 'bigint' ? call<string>('getblockhash', Number(block)) : block

  return {
    async head() {
      const hash = await call<string>('getbestblockhash')
      const header = hash === null ? null : await readPoint(call, hash)
      if (header === null) throw new MethodsMissingError(chain, ['getbestblockhash'])
      return header
    },
    async transaction(txid) {
      const raw = await readTransaction(call, chain, txid)
      if (raw === null) return null
      const [[transaction], mined] = await Promise.all([decode([raw]), readMined(call, raw)])
      return { transaction: transaction as Decoded, mined }
    },
    async header(block) {
      const hash = await toHash(block)
      const header = hash === null ? null : await call<CoreHeader>('getblock', hash, 1)
      return header && toHeader(header)
    },
    async point(block) {
      const hash = await toHash(block)
      return hash === null ? null : readPoint(call, hash)
    },
    async coinbase({ hash, first }) {
      // A block's own transactions are found without an index.
      const raw = first === null ? null : await call<CoreTransaction>('getrawtransaction', first, 1, hash).catch(orNull)
      return raw && fromCore(raw, network, () => undefined)
    },
    async transactions({ hash }, offset, limit) {
      const all = await readBlockTransactions(call, hash)
      return decode(all.slice(offset, limit === undefined ? undefined : offset + limit))
    },
    async balance(address) {
      const set = await call<{ readonly total_amount: string | number; readonly unspents: readonly unknown[] }>(
        'scantxoutset',
        ...['start', [`addr(${address})`]],
      )
      if (set === null) throw new MethodsMissingError(chain, ['scantxoutset'])
      return { satoshis: toSatoshi(set.total_amount), utxos: set.unspents.length }
    },
    history() {
      // Core has an index of transactions, none of addresses.
      throw new MethodsMissingError(chain, ['an address index (Blockbook, Esplora)'])
    },
    pending: async () => (await call<{ readonly size: number }>('getmempoolinfo').catch(orNull))?.size ?? null,
    peers: () => call<number>('getconnectioncount').catch(orNull),
  }
}

function orNull(error: unknown): null {
  if (isUnanswered(error)) return null
  throw error
}

/** @throws {MethodsMissingError} the node keeps no index of transactions */
async function readTransaction(call: Call, chain: string, txid: string): Promise<CoreTransaction | null> {
  const found = await call<CoreTransaction | string>('getrawtransaction', txid, withPrevouts.transaction).catch(
    (error: unknown) => {
      if (error instanceof RpcAnswerError && /txindex/i.test(error.rpcMessage))
        throw new MethodsMissingError(chain, ['getrawtransaction of any transaction (start it with -txindex)'])
      throw error
    },
  )
  return typeof found === 'string' ? fromRawTransaction(found) : found
}

async function readBlockTransactions(call: Call, hash: string): Promise<readonly CoreTransaction[]> {
  const block = await call<CoreHeader | string>('getblock', hash, withPrevouts.block)
  if (typeof block === 'string') return fromRawBlock(block)
  const transactions = block?.tx ?? []
  if (transactions.every((tx) => typeof tx === 'object')) return transactions as readonly CoreTransaction[]
  // Nodes that take true and false only print the ids for a number they do not know.
  const verbose = await call<CoreHeader>('getblock', hash, 2)
  return (verbose?.tx ?? []).flatMap((tx) => (typeof tx === 'string' ? [] : [tx]))
}

/** The block of a transaction; null while it is pending. */
async function readMined(call: Call, { blockhash, confirmations = 0, blocktime, time }: CoreTransaction) {
  if (blockhash === undefined) return null
  const header = await readPoint(call, blockhash).catch(orNull)
  if (header !== null) return { ...header, confirmations: Math.max(confirmations, header.confirmations) }
  // Of what the transaction itself says, only the height is missing.
  const head = confirmations > 0 ? await call<number>('getblockcount').catch(orNull) : null
  const seconds = blocktime ?? time
  if (head === null || seconds === undefined) return null
  return { height: BigInt(head - confirmations + 1), hash: blockhash, time: BigInt(seconds), confirmations }
}

async function readPoint(call: Call, hash: string): Promise<Point | null> {
  const header = await call<CoreHeader>('getblockheader', hash, true).catch(orNull)
  const found = header ?? (await call<CoreHeader>('getblock', hash, 1))
  return found && toPoint(found)
}

const toPoint = ({ height, hash, time, confirmations = 0, previousblockhash }: CoreHeader): Point => ({
  ...{ height: BigInt(height), hash, time: BigInt(time), confirmations, parentHash: previousblockhash ?? null },
})

const toHeader = (header: CoreHeader): BlockHeader => ({
  ...toPoint(header),
  transactions: header.nTx ?? header.tx?.length ?? 0,
  first: header.tx?.map((tx) => (typeof tx === 'string' ? tx : tx.txid))[0] ?? null,
  ...{ size: header.size ?? null, weight: header.weight ?? null, version: header.version },
  ...{ merkleRoot: header.merkleroot, nonce: Number(header.nonce), bits: header.bits },
})
