import { encodeFunctionData, parseAbi } from 'viem'
import { type FeedName, feeds, tokens } from '../../contracts/addresses.ts'
import { toAnswer } from '../../contracts/amounts.ts'
import { defineScenario } from '../scenario.ts'

const feedAbi = parseAbi(['function updateAnswer(int256 answer)'])
const feedNames = Object.keys(feeds) as FeedName[]

/** Deviation of one move, and how strongly a price is pulled back to where it began: both as logarithms. */
const volatile = { step: 0.002, pull: 0.02 }
const stable = { step: 0.00004, pull: 0.1 }
const isStable = (name: FeedName): boolean => tokens[feeds[name].token].priceUsd === 1

const fallChance = 0.012
const fallMoves = 40

/**
 * The feeds walk at random around where they began. Now and then ether falls by 5 to 12 %, which puts borrowers under
 * water, and is back after some tens of moves.
 */
export const priceMove = defineScenario({
  weight: 5,
  needs: Object.values(feeds).map(({ address }) => address),
  plan() {
    const walks = new Map<FeedName, number>()
    let fall = 0
    let movesLeft = 0
    return (random) => {
      // Ether moves most; the others share the rest.
      const name = random.next() < 0.4 ? 'ETH / USD' : random.pick(feedNames)
      const { step, pull } = isStable(name) ? stable : volatile
      const walk = (walks.get(name) ?? 0) * (1 - pull) + step * random.normal()
      walks.set(name, walk)
      if (movesLeft > 0) movesLeft--
      else fall /= 2
      if (name === 'ETH / USD' && movesLeft === 0 && random.next() < fallChance) {
        fall = 0.05 + 0.07 * random.next()
        movesLeft = fallMoves
      }
      return { name, factorPpm: Math.round(1e6 * Math.exp(name === 'ETH / USD' ? walk - fall : walk)) }
    }
  },
  build({ name, factorPpm }, _, { keeper }) {
    const { address, token } = feeds[name]
    const args = [toAnswer((tokens[token].priceUsd * factorPpm) / 1e6)] as const
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'updateAnswer', args })
    return { from: keeper, drafts: [{ to: address, data, gas: 150_000n }] }
  },
})
