import { type Head, type ProviderPool, sleep } from '@outrigger/core'
import type { Hex } from 'viem'
import type { TransactionPool } from '../pool/pool.ts'
import type { BlockReference } from '../watcherTypes.ts'
import { type Block, createBlockReader } from './blocks.ts'

const retryMs = { min: 50, max: 1000 }
// No provider shows a block that was a head so long ago, nor does a reorganisation take it out.
const giveUpMs = 60_000
const maxSettling = 64

export type ChainFollowerOptions = {
  readonly pool: Pick<ProviderPool, 'send' | 'watchHeads'>
  readonly transactions: TransactionPool
  readonly signal: AbortSignal
  /** A block has been taken into account. */
  readonly onBlock: (block: Block) => void
}

export type ChainFollower = {
  /** A transaction was shown that is in a block already. */
  settle(hash: Hex, block: BlockReference): void
}

type Late = { readonly kind: 'late'; readonly hash: Hex; readonly block: BlockReference }
type Task = { readonly kind: 'added' | 'removed'; readonly head: Head } | Late

/**
 * Tells the pool what blocks hold and which have left the chain: every head, one after the other, however long its block
 * and receipts take to come. A block that leaves the chain before anyone had it is passed over in both directions.
 */
export function followChain({ pool, transactions, signal, onBlock }: ChainFollowerOptions): ChainFollower {
  const { getBlock, readOutcomes } = createBlockReader({
    send: pool.send,
    signal,
    termsOf: (hash) => transactions.get(hash)?.entry.transaction,
  })
  const tasks: Task[] = []
  const late: Late[] = []
  let settling = 0
  let isRunning = false
  /** First block since which none was missed. */
  let since: bigint | undefined
  let last = 0n

  function add(task: Task): void {
    tasks.push(task)
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let task = tasks.shift(); task !== undefined && !signal.aborted; task = tasks.shift()) {
      if (task.kind === 'late') settleSoon(task)
      else if (task.kind === 'added') await addBlock(task.head)
      else transactions.removeBlock(task.head.hash)
    }
    isRunning = false
  }

  /** Tries until it works, unless the block has left the chain meanwhile. */
  async function untilDone(block: Hex, step: () => Promise<boolean>): Promise<boolean> {
    const untilMs = Date.now() + giveUpMs
    for (let delayMs = retryMs.min; !signal.aborted; delayMs = Math.min(retryMs.max, 2 * delayMs)) {
      if (await step().catch(() => false)) return !signal.aborted
      if (Date.now() > untilMs || tasks.some((task) => task.kind === 'removed' && task.head.hash === block))
        return false
      await sleep(delayMs, signal)
    }
    return false
  }

  async function addBlock({ hash, number, provider }: Head): Promise<void> {
    let block: Block | null = null
    const outcomes = new Map<Hex, boolean>()
    // Others may be shown while receipts are read, so what is lacking is asked anew each time.
    const lacking = ({ transactions: held }: Block) =>
      held.flatMap((one) => (transactions.get(one.hash) && !outcomes.has(one.hash) ? [one.hash] : []))
    const isRead = await untilDone(hash, async () => {
      block ??= await getBlock({ hash, number }, provider)
      if (block === null) return false
      for (let missing = lacking(block); missing.length > 0; missing = lacking(block)) {
        await readOutcomes({ hash, number }, missing, outcomes)
        if (missing.every((one) => !outcomes.has(one))) return false
      }
      return true
    })
    if (!isRead || block === null) {
      if (!signal.aborted) since = undefined
      return
    }
    if (since === undefined || number > last + 1n) since = number
    last = number
    transactions.addBlock({ hash, number }, (block as Block).transactions, (one) => outcomes.get(one) ?? true)
    onBlock(block)
  }

  /** Receipts of an old block may never come: later blocks do not wait for them. */
  function settleSoon(task: Late): void {
    if (settling >= maxSettling) return void late.push(task)
    settling += 1
    void settle(task).then(() => {
      settling -= 1
      const next = late.shift()
      if (next !== undefined && !signal.aborted) settleSoon(next)
    })
  }

  async function settle({ hash, block }: Late): Promise<void> {
    // A block of our span that we do not know is of another branch, or its head is still to come.
    const isOurs = () => transactions.blocks.has(block.hash) || (since !== undefined && block.number < since)
    const outcomes = new Map<Hex, boolean>()
    const isRead =
      isOurs() &&
      (await untilDone(block.hash, async () => {
        await readOutcomes(block, [hash], outcomes)
        return outcomes.has(hash) || !isOurs()
      }))
    if (isRead && outcomes.has(hash) && isOurs()) transactions.settle(hash, block, outcomes.get(hash) ?? true)
  }

  const unwatch = pool.watchHeads((head) => add({ kind: head.removed ? 'removed' : 'added', head }))
  signal.addEventListener('abort', unwatch, { once: true })
  return { settle: (hash, block) => add({ kind: 'late', hash, block }) }
}
