import { InvalidCursorError, MethodsMissingError } from '../../../errors.ts'
import type { BlockHeader, Decoded, Mined } from '../decoded.ts'
import { fromRest, type RestTransaction } from '../fromRest.ts'
import type { BitcoinSource, Found, Link } from './source.ts'

type EsploraOutput = { readonly scriptpubkey: string; readonly scriptpubkey_address?: string; readonly value: number }
type EsploraTransaction = {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly weight: number
  readonly fee: number
  readonly vin: readonly {
    readonly txid: string
    readonly vout: number
    readonly sequence: number
    readonly is_coinbase?: boolean
    readonly prevout: EsploraOutput | null
  }[]
  readonly vout: readonly EsploraOutput[]
  readonly status: {
    readonly confirmed: boolean
    readonly block_height?: number
    readonly block_hash?: string
    readonly block_time?: number
  }
}
type EsploraBlock = {
  readonly id: string
  readonly height: number
  readonly timestamp: number
  readonly tx_count: number
  readonly size: number
  readonly weight: number
  readonly version: number
  readonly merkle_root: string
  readonly nonce: number
  readonly bits: number
  readonly previousblockhash: string | null
}
type Stats = {
  readonly funded_txo_sum: number
  readonly spent_txo_sum: number
  readonly funded_txo_count: number
  readonly spent_txo_count: number
}

/** Transactions per page of Esplora. */
const pageSize = 25

/** Esplora's REST interface. */
export function createEsploraSource(chain: string, { get, network }: Link): BitcoinSource {
  const decode = (tx: EsploraTransaction) => fromRest(toRest(tx), network)

  async function readHead(): Promise<number> {
    const height = await get<number>('/blocks/tip/height')
    if (height === null) throw new MethodsMissingError(chain, ['/blocks/tip/height'])
    return Number(height)
  }

  async function header(block: bigint | string): Promise<BlockHeader | null> {
    const hash = typeof block === 'bigint' ? await get<string>(`/block-height/${block}`) : block
    const [found, head] = await Promise.all([hash === null ? null : get<EsploraBlock>(`/block/${hash}`), readHead()])
    return found && toHeader(found, head)
  }

  const toFound = (tx: EsploraTransaction, head: number): Found => ({
    transaction: decode(tx),
    mined: toMined(tx, head),
  })

  async function transactions({ hash, transactions: total }: BlockHeader, offset: number, limit = total) {
    const end = Math.min(offset + limit, total)
    const first = offset - (offset % pageSize)
    const found: Decoded[] = []
    for (let at = first; at < end; at += pageSize) {
      const page = await get<readonly EsploraTransaction[]>(`/block/${hash}/txs/${at}`)
      found.push(...(page ?? []).map(decode))
    }
    return found.slice(offset - first, end - first)
  }

  return {
    header,
    transactions,
    async head() {
      const hash = await get<string>('/blocks/tip/hash')
      const found = hash === null ? null : await header(hash)
      if (found === null) throw new MethodsMissingError(chain, ['/blocks/tip/hash'])
      return found
    },
    async transaction(txid) {
      const tx = await get<EsploraTransaction>(`/tx/${txid}`)
      return tx && toFound(tx, await readHead())
    },
    point: header,
    coinbase: async (block) => (await transactions(block, 0, 1))[0] ?? null,
    async balance(address) {
      const found = await get<{ readonly chain_stats: Stats }>(`/address/${address}`)
      if (found === null) throw new MethodsMissingError(chain, ['/address'])
      const { funded_txo_sum, spent_txo_sum, funded_txo_count, spent_txo_count } = found.chain_stats
      return { satoshis: BigInt(funded_txo_sum) - BigInt(spent_txo_sum), utxos: funded_txo_count - spent_txo_count }
    },
    async history(address, limit, cursor) {
      if (cursor !== undefined && !/^[\da-f]{64}$/.test(cursor)) throw new InvalidCursorError()
      const head = await readHead()
      const found: EsploraTransaction[] = []
      let last = cursor
      let isOver = false
      while (found.length < limit && !isOver) {
        const page = await get<readonly EsploraTransaction[]>(`/address/${address}/txs/chain${last ? `/${last}` : ''}`)
        found.push(...(page ?? []))
        last = page?.at(-1)?.txid
        isOver = (page?.length ?? 0) < pageSize
      }
      const items = found.slice(0, limit)
      const isCut = found.length > limit || !isOver
      return {
        found: items.map((tx) => toFound(tx, head)),
        nextCursor: isCut ? (items.at(-1)?.txid ?? null) : null,
        complete: true,
      }
    },
    pending: async () => (await get<{ readonly count: number }>('/mempool'))?.count ?? null,
    peers: async () => null,
  }
}

function toRest({ vin, vout, fee, ...tx }: EsploraTransaction): RestTransaction {
  return {
    ...tx,
    lockTime: tx.locktime,
    fee: String(fee),
    inputs: vin.map(({ txid, vout: n, sequence, is_coinbase, prevout }) =>
      is_coinbase
        ? { sequence }
        : {
            txid,
            vout: n,
            sequence,
            script: prevout?.scriptpubkey,
            address: prevout?.scriptpubkey_address,
            value: prevout?.value,
          },
    ),
    outputs: vout.map(({ scriptpubkey, scriptpubkey_address, value }) => ({
      script: scriptpubkey,
      address: scriptpubkey_address,
      value,
    })),
  }
}

function toMined({ status }: EsploraTransaction, head: number): Mined | null {
  const { confirmed, block_height, block_hash, block_time } = status
  if (!confirmed || block_height === undefined || block_hash === undefined || block_time === undefined) return null
  const confirmations = Math.max(0, head - block_height + 1)
  return { height: BigInt(block_height), hash: block_hash, time: BigInt(block_time), confirmations }
}

const toHeader = (block: EsploraBlock, head: number): BlockHeader => ({
  height: BigInt(block.height),
  hash: block.id,
  time: BigInt(block.timestamp),
  confirmations: Math.max(0, head - block.height + 1),
  parentHash: block.previousblockhash,
  transactions: block.tx_count,
  first: null,
  size: block.size,
  weight: block.weight,
  version: block.version,
  merkleRoot: block.merkle_root,
  nonce: block.nonce,
  bits: block.bits.toString(16).padStart(8, '0'),
})
