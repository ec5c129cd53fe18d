import { setImmediate } from 'node:timers/promises'
import type { MempoolTransaction } from '@outrigger/mempool'
import { expect, it } from 'vitest'
import { createSimulationBudget } from '../simulate/simulationBudget.ts'
import { createHeldQueue } from './heldQueue.ts'

const pool = '0x01'
const entry = {} as MempoolTransaction

/** A queue whose questions are asked when the test says that a block has come. */
function open(answer: () => Promise<string>) {
  const budget = createSimulationBudget(2)
  while (budget.take());
  const [asked, answered] = [[] as string[], [] as string[]]
  let isPending = true
  const queue = createHeldQueue<null, string>({
    ...{ budget, signal: new AbortController().signal, isPending: () => isPending, onLearned: () => {} },
    ask(key) {
      budget.take()
      asked.push(key)
      return answer()
    },
    onAnswer: (key) => void answered.push(key),
  })
  async function mine(): Promise<void> {
    budget.reset()
    queue.onBlock()
    await setImmediate()
  }
  return { queue, asked, answered, mine, end: () => (isPending = false) }
}

it('asks the oldest and the newest in turns, as far as the budget of a block goes', async () => {
  const { queue, asked, mine } = open(async () => 'yes')
  for (const key of ['a', 'b', 'c', 'd', 'e']) queue.hold(key, null, { entry: null, pool })
  await mine()
  expect([...asked].sort()).toEqual(['a', 'e'])
  await mine()
  expect([...asked].sort()).toEqual(['a', 'b', 'd', 'e'])
})

it('does not ask for transactions that are pending no more', async () => {
  const { queue, asked, mine, end } = open(async () => 'yes')
  queue.hold('dead', null, { entry, pool })
  queue.hold('state', null, { entry: null, pool })
  end()
  await mine()
  await mine()
  expect(asked).toEqual(['state'])
})

it('asks once a block, and gives up what a provider has failed at three times', async () => {
  const { queue, asked, answered, mine } = open(() => Promise.reject(new RangeError('out of gas')))
  queue.hold('heavy', null, { entry: null, pool })
  for (let block = 0; block < 6; block++) await mine()
  expect([asked.length, answered]).toEqual([3, []])
})
