import { MethodsMissingError } from '../../../errors.ts'
import type { Link } from '../../interfaces.ts'
import { isUnanswered } from '../../isUnanswered.ts'
import type { BlockHeader, Decoded } from '../decoded.ts'
import { type CometbftResult, fromCometbft, type NodeBlock, toHeader } from '../fromNode.ts'
import { readCoins, toTextMessage } from '../protobuf.ts'
import type { CosmosSource } from './source.ts'

type FoundTransaction = { readonly height: string; readonly tx: string; readonly tx_result: CometbftResult }

const maxPage = 100

/** CometBFT's JSON-RPC, which returns transactions as bytes. */
export function createCometbftSource(chain: string, link: Link): CosmosSource {
  const call = createCall(link)

  async function readBlock(block: bigint | string): Promise<BlockHeader | null> {
    const found =
      typeof block === 'string' && block !== 'latest'
        ? await call<NodeBlock>('block_by_hash', { hash: toBase64(block) }, { hash: `0x${block}` })
        : await call<NodeBlock>('block', block === 'latest' ? {} : { height: String(block) })
    // For an unknown hash the node returns a block of nulls.
    return found?.block ? toHeader(found) : null
  }

  /** The answer does not include the time of the block. */
  const decode = async ({ height, tx, tx_result }: FoundTransaction): Promise<Decoded> => {
    const block = await readBlock(BigInt(height)).catch((error: unknown) => {
      if (isUnanswered(error)) return null
      throw error
    })
    return fromCometbft(tx, tx_result, BigInt(height), block?.time ?? null)
  }

  const count = async (method: string, field: string, parameters: object = {}) => {
    const found = await call<Readonly<Record<string, string>>>(method, parameters).catch((error: unknown) => {
      if (isUnanswered(error)) return null
      throw error
    })
    return found?.[field] === undefined ? null : Number(found[field])
  }

  return {
    block: readBlock,
    async transaction(hash) {
      const found = await call<FoundTransaction>('tx', { hash: toBase64(hash), prove: false }, { hash: `0x${hash}` })
      return found && decode(found)
    },
    async transactions({ height, time, transactions }, offset, end) {
      const found = await call<{ readonly txs_results: readonly CometbftResult[] | null }>('block_results', {
        height: String(height),
      })
      if (found === null) throw new MethodsMissingError(chain, ['block_results'])
      const results = found.txs_results ?? []
      return transactions
        .map((bytes, index) => fromCometbft(bytes, results[index] ?? {}, height, time))
        .slice(offset, end)
    },
    async balances(address) {
      const data = toTextMessage(address).toString('hex')
      const found = await call<{ readonly response: { readonly code?: number; readonly value?: string | null } }>(
        'abci_query',
        { path: '/cosmos.bank.v1beta1.Query/AllBalances', data, height: '0', prove: false },
      )
      if (found === null || found.response.code) throw new MethodsMissingError(chain, ['the query AllBalances'])
      return readCoins(Buffer.from(found.response.value ?? '', 'base64'))
    },
    async search(query, limit) {
      const found: FoundTransaction[] = []
      const perPage = Math.min(limit, maxPage)
      for (let page = 1; found.length < limit; page += 1) {
        const parameters = { query, prove: false, page: String(page), per_page: String(perPage), order_by: 'desc' }
        const some = await call<{ readonly txs: readonly FoundTransaction[]; readonly total_count: string }>(
          'tx_search',
          parameters,
        )
        found.push(...(some?.txs ?? []))
        if (page * perPage >= Number(some?.total_count ?? 0)) break
      }
      return Promise.all(found.slice(0, limit).map(decode))
    },
    async earliest() {
      const status = await call<{ readonly sync_info: { readonly earliest_block_height?: string } }>('status')
      const height = status?.sync_info.earliest_block_height
      return height === undefined ? null : BigInt(height)
    },
    validators: () => count('validators', 'total', { page: '1', per_page: '1' }),
    pending: () => count('num_unconfirmed_txs', 'n_txs'),
    peers: () => count('net_info', 'n_peers'),
  }
}

const toBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

type Call = <result>(method: string, params?: object, uriParams?: object) => Promise<result | null>

/** Calls JSON-RPC, or the same method by GET if the endpoint has no JSON-RPC. */
function createCall({ rpc, get }: Link): Call {
  return async <result>(method: string, params: object = {}, uriParams: object = params) => {
    try {
      return await rpc<result>(method, params)
    } catch (error) {
      if (!isUnanswered(error)) throw error
      const found = await get<{ readonly result?: result }>(`/${method}${toQuery(uriParams)}`).catch(() => undefined)
      if (found === undefined) throw error
      return found?.result ?? null
    }
  }
}

/** Texts are in quotes. Numbers and hashes are not. */
function toQuery(params: object): string {
  const parts = Object.entries(params).map(([name, value]) => {
    const isPlain = typeof value !== 'string' || /^(?:\d+|0x[\da-fA-F]+)$/.test(value)
    return `${name}=${encodeURIComponent(isPlain ? String(value) : `"${value}"`)}`
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
