import { encodeFunctionData, parseAbi } from 'viem'
import { type FeedName, feeds, tokens } from '../../contracts/addresses.ts'
import { toAnswer } from '../../contracts/amounts.ts'
import { defineScenario } from '../scenario.ts'

export const feedAbi = parseAbi(['function updateAnswer(int256 answer)'])
const feedNames = Object.keys(feeds) as FeedName[]

/** Deviation of one move, and how strongly a price is pulled back to where it began: both as logarithms. */
const volatile = { step: 0.002, pull: 0.02 }
const stable = { step: 0.00004, pull: 0.1 }
const isStable = (name: FeedName): boolean => tokens[feeds[name].token].priceUsd === 1

/**
 * In moves of any price, of which traffic of 5 actions a second makes one in four seconds: ether falls for the first time half a
 * minute after the start, and then every four to five minutes.
 */
const firstCalm = 8
const calmMoves = 30
const fallMoves = 40

/**
 * The feeds walk at random around where they began. In turn ether falls by 5 to 12 %, which puts borrowers under water, and is
 * back after some tens of moves.
 */
export const priceMove = defineScenario({
  weight: 5,
  needs: Object.values(feeds).map(({ address }) => address),
  plan() {
    const walks = new Map<FeedName, number>()
    let [isDown, fall, movesLeft] = [false, 0, firstCalm]
    return (random) => {
      // Ether moves most; the others share the rest.
      const name = random.next() < 0.4 ? 'ETH / USD' : random.pick(feedNames)
      const { step, pull } = isStable(name) ? stable : volatile
      const walk = (walks.get(name) ?? 0) * (1 - pull) + step * random.normal()
      walks.set(name, walk)
      movesLeft--
      if (!isDown) fall /= 2
      if (name === 'ETH / USD' && movesLeft <= 0) {
        isDown = !isDown
        movesLeft = isDown ? fallMoves : calmMoves
        if (isDown) fall = 0.05 + 0.07 * random.next()
      }
      return { name, factorPpm: Math.round(1e6 * Math.exp(name === 'ETH / USD' ? walk - fall : walk)) }
    }
  },
  build({ name, factorPpm }, _, { keeper, etherChange }) {
    const { address, token } = feeds[name]
    const factor = (factorPpm / 1e6) * (name === 'ETH / USD' ? 1 + etherChange : 1)
    const args = [toAnswer(tokens[token].priceUsd * factor)] as const
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'updateAnswer', args })
    return { from: keeper, drafts: [{ to: address, data, gas: 150_000n }] }
  },
})
