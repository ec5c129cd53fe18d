import { setImmediate } from 'node:timers/promises'
import type { MempoolTransaction } from '@outrigger/mempool'
import { expect, it } from 'vitest'
import { createSimulationBudget } from '../simulate/budgetedClient.ts'
import { createWaitingList, type Waiter } from './waitingList.ts'

const entry = {} as MempoolTransaction
const state: Waiter = { for: '0x01', worth: 1n }

/** Creates a queue that runs its questions only when the test signals a new block. */
function open(answer: () => Promise<string>) {
  const budget = createSimulationBudget(2)
  while (budget.take());
  const [asked, answered] = [[] as string[], [] as string[]]
  let isPending = true
  const queue = createWaitingList<string, string>({
    budget,
    signal: new AbortController().signal,
    isPending: () => isPending,
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

it('asks what is worth most, and in turns the newest, as far as the budget of a block goes', async () => {
  const { queue, asked, mine } = open(async () => 'yes')
  for (const key of ['a', 'b', 'c', 'd', 'e']) queue.hold(key, key, { ...state, worth: key === 'c' ? 2n : 1n })
  await mine()
  expect(asked).toEqual(['c', 'e'])
  await mine()
  expect(asked).toEqual(['c', 'e', 'd', 'b'])
})

it('asks at once what is worth more than a flood, however long that goes on', async () => {
  const { queue, asked, mine } = open(async () => 'yes')
  const flood = (from: number) => {
    for (let at = 0; at < 3_000; at++) queue.hold(`flood ${from + at}`, `flood ${from + at}`, { ...state, worth: 10n })
  }
  flood(0)
  queue.hold('honest', 'honest', { ...state, worth: 11n })
  flood(10_000)
  await mine()
  expect(asked).toContain('honest')
  expect(asked).toHaveLength(2)
})

it('does not ask for transactions that are pending no more', async () => {
  const { queue, asked, mine, end } = open(async () => 'yes')
  queue.hold('dead', 'dead', { for: entry, worth: 1n })
  queue.hold('state', 'state', state)
  end()
  await mine()
  await mine()
  expect(asked).toEqual(['state'])
})

it('asks once a block, and gives up what a provider has failed at three times', async () => {
  const { queue, asked, answered, mine } = open(() => Promise.reject(new RangeError('out of gas')))
  queue.hold('heavy', 'heavy', state)
  for (let block = 0; block < 6; block++) await mine()
  expect([asked.length, answered]).toEqual([3, []])
})
