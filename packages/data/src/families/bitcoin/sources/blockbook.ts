import { InvalidCursorError, MethodsMissingError } from '../../../errors.ts'
import type { BlockHeader, Decoded, Mined } from '../decoded.ts'
import { fromRawTransaction } from '../fromRaw.ts'
import { fromRest } from '../fromRest.ts'
import type { BitcoinSource, Found, Link } from './source.ts'

type BlockbookInput = {
  readonly txid?: string
  readonly vout?: number
  readonly sequence?: number
  readonly addresses?: readonly string[] | null
  readonly isAddress?: boolean
  readonly value?: string
  readonly coinbase?: string
}
type BlockbookTransaction = {
  readonly txid: string
  readonly version?: number
  readonly lockTime?: number
  readonly vin: readonly BlockbookInput[]
  readonly vout: readonly {
    readonly n: number
    readonly value: string
    readonly hex?: string
    readonly addresses?: readonly string[] | null
  }[]
  readonly blockHash?: string
  /** -1 while the transaction is pending. */
  readonly blockHeight: number
  readonly confirmations: number
  readonly blockTime: number
  readonly size?: number
  readonly vsize?: number
  readonly fees?: string
  readonly hex?: string
}
type BlockbookBlock = {
  readonly hash: string
  readonly previousBlockHash?: string
  readonly height: number
  readonly confirmations: number
  readonly size: number
  readonly time: number
  readonly version: number | string
  readonly merkleRoot: string
  readonly nonce: string
  readonly bits: string
  readonly txCount: number
  readonly totalPages?: number
  readonly txs?: readonly BlockbookTransaction[]
}
type BlockbookAddress = {
  readonly balance: string
  readonly totalPages?: number
  readonly transactions?: readonly BlockbookTransaction[]
}

/** Blockbook's REST interface, version 2. */
export function createBlockbookSource(chain: string, { get: ask, network }: Link): BitcoinSource {
  const get = <result>(path: string) => ask<result>(`/api/v2/${path}`)
  const decode = (tx: BlockbookTransaction): Decoded => fromRest(toRest(tx), network)
  const toFound = (tx: BlockbookTransaction): Found => ({ transaction: decode(tx), mined: toMined(tx) })

  async function header(block: bigint | string): Promise<BlockHeader | null> {
    const found = await get<BlockbookBlock>(`block/${block}`)
    return found && toHeader(found)
  }

  async function readAll({ hash }: BlockHeader): Promise<readonly BlockbookTransaction[]> {
    const first = await get<BlockbookBlock>(`block/${hash}`)
    const found = [...(first?.txs ?? [])]
    for (let page = 2; page <= (first?.totalPages ?? 1); page += 1)
      found.push(...((await get<BlockbookBlock>(`block/${hash}?page=${page}`))?.txs ?? []))
    return found
  }

  return {
    header,
    async head() {
      const status = await get<{ readonly blockbook: { readonly bestHeight: number } }>('')
      const found = status && (await header(BigInt(status.blockbook.bestHeight)))
      if (found === null) throw new MethodsMissingError(chain, ['/api/v2'])
      return found
    },
    async transaction(txid) {
      const tx = await get<BlockbookTransaction>(`tx/${txid}`)
      return tx && toFound(tx)
    },
    point: header,
    async coinbase({ hash }) {
      const [first] = (await get<BlockbookBlock>(`block/${hash}`))?.txs ?? []
      return first ? decode(first) : null
    },
    async transactions(block, offset, limit) {
      const page = (await readAll(block)).slice(offset, limit === undefined ? undefined : offset + limit)
      // A block's transaction list lacks fields that only a single transaction has.
      const whole = await Promise.all(page.map(({ txid }) => get<BlockbookTransaction>(`tx/${txid}`)))
      return whole.map((tx, index) => decode(tx ?? (page[index] as BlockbookTransaction)))
    },
    async balance(address) {
      const found = await get<BlockbookAddress>(`address/${address}?details=basic`)
      if (found === null) throw new MethodsMissingError(chain, ['/api/v2/address'])
      return { satoshis: BigInt(found.balance), utxos: null }
    },
    async history(address, limit, cursor = '1') {
      if (!/^\d{1,9}$/.test(cursor)) throw new InvalidCursorError()
      const path = `address/${address}?details=txs&pageSize=${limit}&page=${cursor}`
      const found = await get<BlockbookAddress>(path)
      const { totalPages = 1, transactions = [] } = found ?? {}
      return {
        found: transactions.map(toFound),
        nextCursor: Number(cursor) < totalPages ? String(Number(cursor) + 1) : null,
        complete: true,
      }
    },
    async pending() {
      const status = await get<{ readonly blockbook: { readonly mempoolSize?: number } }>('')
      return status?.blockbook.mempoolSize ?? null
    },
    peers: async () => null,
  }
}

/** Computes sizes from the bytes if Blockbook returns them. */
function toRest(tx: BlockbookTransaction) {
  const bytes = tx.hex ? toSizes(tx.hex) : {}
  return {
    ...tx,
    ...bytes,
    fee: tx.vin.some(({ coinbase }) => coinbase) ? undefined : tx.fees,
    inputs: tx.vin.map(({ txid, vout = 0, sequence, addresses, isAddress = true, value, coinbase }) =>
      txid === undefined || coinbase !== undefined
        ? { sequence }
        : { txid, vout, sequence, address: isAddress && addresses?.length === 1 ? addresses[0] : undefined, value },
    ),
    outputs: tx.vout.map(({ hex, addresses, value }) => ({ script: hex, address: addresses?.[0], value })),
  }
}

function toSizes(hex: string) {
  try {
    const { size, vsize, weight } = fromRawTransaction(hex)
    return { size, vsize, weight }
  } catch {
    // The transaction format of another coin.
    return {}
  }
}

function toMined({ blockHash, blockHeight, blockTime, confirmations }: BlockbookTransaction): Mined | null {
  if (blockHash === undefined || blockHeight < 0) return null
  return { height: BigInt(blockHeight), hash: blockHash, time: BigInt(blockTime), confirmations }
}

const toHeader = (block: BlockbookBlock): BlockHeader => ({
  height: BigInt(block.height),
  hash: block.hash,
  time: BigInt(block.time),
  confirmations: block.confirmations,
  parentHash: block.previousBlockHash ?? null,
  transactions: block.txCount,
  first: block.txs?.[0]?.txid ?? null,
  size: block.size,
  weight: null,
  version: Number(block.version),
  merkleRoot: block.merkleRoot,
  nonce: Number(block.nonce),
  bits: block.bits,
})
