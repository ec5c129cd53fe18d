import { AllProvidersFailedError, type ProviderPool, RpcAnswerError } from '@outrigger/core'
import { isUnsupported } from '../../families/evm/unsupported.ts'
import type { RpcEvmBlock, RpcReceipt } from './evm.ts'

type Page = {
  readonly fullblock?: RpcEvmBlock | null
  readonly receipts?: readonly RpcReceipt[] | null
}

/** Nodes whose page size is a byte (Erigon) take no more. */
const pageSize = 255
const retryMs = 600_000
/** Until when a pool is not asked again, in monotonic ms. */
const avoidedUntil = new WeakMap<ProviderPool, number>()

/**
 * A block with its receipts in one call, `ots_getBlockTransactions` of Otterscan's API (Erigon, reth, anvil); one call more
 * for each further 255 transactions. Null where that gives no whole answer: the standard calls must be made then.
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
    // Without an answer about this block the standard calls find out why; the next block is asked for as before.
    if (!isLacking) return null
  }
  avoidedUntil.set(pool, performance.now() + retryMs)
  return null
}

async function readPage(pool: ProviderPool, number: number, page: number) {
  const { result } = await pool.send<Page>({ method: 'ots_getBlockTransactions', params: [number, page, pageSize] })
  return toPage(result)
}

/** @throws {TypeError} the answer has another form */
function toPage({ fullblock, receipts }: Page) {
  if (!fullblock || !Array.isArray(fullblock.transactions) || !Array.isArray(receipts))
    throw new TypeError('ots_getBlockTransactions gave no block')
  return { block: fullblock, receipts: receipts as readonly RpcReceipt[] }
}
