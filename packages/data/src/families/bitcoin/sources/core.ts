import { RpcAnswerError } from '@outrigger/core'
import { MethodsMissingError } from '../../../errors.ts'
import { nullIfUnsupported } from '../../evm/unsupported.ts'
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
  /** bcoin does not print the nonce, and prints the bits as a number. */
  readonly nonce?: number
  readonly bits: string | number
  readonly tx?: readonly (string | CoreTransaction)[]
}
type Call = <result>(method: string, ...params: readonly unknown[]) => Promise<result | null>

/** Verbosity levels that include the outputs that inputs spend. Older nodes print less for the same level. */
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
      return header && toHeader(header, header.nonce ?? (await readNonce(call, header.hash)))
    },
    async point(block) {
      const hash = await toHash(block)
      return hash === null ? null : readPoint(call, hash)
    },
    async coinbase({ hash, first }) {
      // Transactions of a given block are found without an index.
      const raw = first === null ? null : await call<CoreTransaction>('getrawtransaction', first, 1, hash).catch(orNull)
      return raw && fromCore(raw, network, () => undefined)
    },
    async transactions({ hash }, offset, limit) {
      const all = await readBlockTransactions(call, hash)
      return decode(all.slice(offset, limit === undefined ? undefined : offset + limit))
    },
    async balance(address) {
      type UnspentSet = { readonly total_amount: string | number; readonly unspents: readonly unknown[] }
      const set = await call<UnspentSet>('scantxoutset', 'start', [`addr(${address})`]).catch(nullIfUnsupported)
      if (set === null) throw new MethodsMissingError(chain, ['scantxoutset'])
      return { satoshis: toSatoshi(set.total_amount), utxos: set.unspents.length }
    },
    history() {
      // Core has an index of transactions, but no index of addresses.
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

/** @throws {MethodsMissingError} the node has no transaction index, and none of the tested outputs is unspent */
async function readTransaction(call: Call, chain: string, txid: string): Promise<CoreTransaction | null> {
  const found = await call<CoreTransaction | string>('getrawtransaction', txid, withPrevouts.transaction).catch(
    async (error: unknown) => {
      if (!(error instanceof RpcAnswerError && /txindex/i.test(error.rpcMessage))) throw error
      const unspent = await readUnspent(call, txid)
      if (unspent !== null) return unspent
      throw new MethodsMissingError(chain, [
        'getrawtransaction of a transaction whose outputs are spent (start it with -txindex=1)',
      ])
    },
  )
  return typeof found === 'string' ? fromRawTransaction(found) : found
}

/** Maximum number of outputs to test for being unspent. */
const triedOutputs = 4

/**
 * Finds a transaction by an unspent output. Without an index, a node still has the block of each unspent output and
 * can find a transaction in its block.
 */
async function readUnspent(call: Call, txid: string): Promise<CoreTransaction | null> {
  type Unspent = { readonly bestblock: string; readonly confirmations: number }
  const outputs = Array.from({ length: triedOutputs }, (_, n) => call<Unspent>('gettxout', txid, n).catch(orNull))
  const unspent = (await Promise.all(outputs)).find((one) => one !== null && one.confirmations > 0)
  const head = unspent ? await readPoint(call, unspent.bestblock) : null
  if (!unspent || head === null) return null
  const blockhash = await call<string>('getblockhash', Number(head.height) - unspent.confirmations + 1)
  if (blockhash === null) return null
  const found = await call<CoreTransaction>('getrawtransaction', txid, 1, blockhash).catch(orNull)
  const { confirmations } = unspent
  // Nodes that do not accept a block hash here can return the block itself.
  const inBlock = found ?? (await readBlockTransactions(call, blockhash)).find((one) => one.txid === txid)
  return inBlock ? { ...inBlock, blockhash, confirmations } : null
}

/**
 * Reads the transactions of a block. Nodes that do not support the level print only the ids or reject the call. The
 * oldest nodes print only ids, but can return the bytes.
 */
async function readBlockTransactions(call: Call, hash: string): Promise<readonly CoreTransaction[]> {
  for (const level of [withPrevouts.block, 2]) {
    const block = await call<CoreHeader | string>('getblock', hash, level).catch(orRefused)
    if (typeof block === 'string') return fromRawBlock(block)
    const printed = block && toPrinted(block)
    if (printed !== null) return printed
  }
  const bytes = await call<string>('getblock', hash, false)
  return bytes === null ? [] : fromRawBlock(bytes)
}

function orRefused(error: unknown): null {
  if (error instanceof RpcAnswerError) return null
  throw error
}

/** Returns the printed transactions. Null if the block contains only their ids. */
function toPrinted({ tx: transactions = [] }: CoreHeader): readonly CoreTransaction[] | null {
  return transactions.some((tx) => typeof tx === 'string') ? null : (transactions as readonly CoreTransaction[])
}

/** Reads the nonce from the last 4 of the 80 header bytes. */
async function readNonce(call: Call, hash: string): Promise<number> {
  const bytes = await call<string>('getblockheader', hash, false)
  return Buffer.from(bytes ?? '', 'hex').readUInt32LE(76)
}

/** Returns the block of a transaction. Null while the transaction is pending. */
async function readMined(call: Call, { blockhash, confirmations = 0, blocktime, time }: CoreTransaction) {
  if (!blockhash) return null
  const header = await readPoint(call, blockhash).catch(orNull)
  if (header !== null) return { ...header, confirmations: Math.max(confirmations, header.confirmations) }
  // The transaction itself has all fields except the height.
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
  height: BigInt(height),
  hash,
  time: BigInt(time),
  confirmations,
  parentHash: previousblockhash ?? null,
})

const toHeader = (header: CoreHeader, nonce: number): BlockHeader => ({
  ...toPoint(header),
  transactions: header.nTx ?? header.tx?.length ?? 0,
  first: header.tx?.map((tx) => (typeof tx === 'string' ? tx : tx.txid))[0] ?? null,
  size: header.size ?? null,
  weight: header.weight ?? null,
  version: header.version,
  merkleRoot: header.merkleroot,
  nonce: Number(nonce),
  bits: typeof header.bits === 'string' ? header.bits : header.bits.toString(16).padStart(8, '0'),
})
