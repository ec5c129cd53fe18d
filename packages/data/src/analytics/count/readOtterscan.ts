import { AllProvidersFailedError, type ProviderPool, RpcAnswerError } from '@outrigger/core'
import { isUnsupported } from '../../families/evm/unsupported.ts'
import type { RpcEvmBlock, RpcReceipt } from './evm.ts'

type Page = {
  readonly fullblock?: RpcEvmBlock | null
  readonly receipts?: readonly RpcReceipt[] | null
}

/** Number of transactions per page. It is the limit of nodes whose page size is a byte (Erigon). */
const pageSize = 255
const retryMs = 600_000
/** Time until which a pool is not queried this way again, in monotonic ms. */
const avoidedUntil = new WeakMap<ProviderPool, number>()

/**
 * Reads a block with its receipts by `ots_getBlockTransactions` of Otterscan's API (Erigon, reth, anvil). It makes
 * one call for every 255 transactions. Returns null if the answer is incomplete. The caller must then use the
 * standard calls.
 */
export async function readByOtterscan(
  pool: ProviderPool,
  number: number,
): Promise<{ readonly block: RpcEvmBlock; readonly receipts: readonly RpcReceipt[] } | null> {
  if ((avoidedUntil.get(pool) ?? 0) > performance.now()) return null
  try {
    const pages = [await readPage(pool, number, 0)]
    while (pages.at(-1)?.receipts.length === pageSize) pages.push(await readPage(pool, number, pages.length))
    const [first] = pages as [ReturnType<typeof toPage>]
    const transactions = pages.flatMap(({ block }) => block.transactions)
    const receipts = pages.flatMap((page) => page.receipts)
    const hashes = new Set(receipts.flatMap((one) => (one.blockHash === first.block.hash ? [one.transactionHash] : [])))
    const isWhole = hashes.size === transactions.length && transactions.every(({ hash }) => hashes.has(hash))
    if (isWhole && Number(first.block.number) === number) return { block: { ...first.block, transactions }, receipts }
  } catch (error) {
    const isLacking = isUnsupported(error) || error instanceof TypeError
    const isAnswer = error instanceof RpcAnswerError || error instanceof AllProvidersFailedError
    if (!isLacking && !isAnswer) throw error
    // If this block has no answer, the standard calls find out why. The next block is requested this way again.
    if (!isLacking) return null
  }
  avoidedUntil.set(pool, performance.now() + retryMs)
  return null
}

async function readPage(pool: ProviderPool, number: number, page: number) {
  const { result } = await pool.send<Page>({ method: 'ots_getBlockTransactions', params: [number, page, pageSize] })
  return toPage(result)
}

/** @throws {TypeError} the answer has an unexpected form */
function toPage({ fullblock, receipts }: Page) {
  if (!fullblock || !Array.isArray(fullblock.transactions) || !Array.isArray(receipts))
    throw new TypeError('ots_getBlockTransactions returned no block')
  return { block: fullblock, receipts: receipts as readonly RpcReceipt[] }
}
