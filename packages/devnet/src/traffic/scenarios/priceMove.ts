import { encodeFunctionData, parseAbi } from 'viem'
import { type FeedName, feeds, tokens } from '../../contracts/addresses.ts'
import { toAnswer } from '../../contracts/amounts.ts'
import type { Random } from '../../random.ts'
import { defineScenario } from '../scenario.ts'

export const feedAbi = parseAbi(['function updateAnswer(int256 answer)'])
const feedNames = Object.keys(feeds) as FeedName[]

/** Deviation of one move, and the pull back to the initial price, both as logarithms. */
const volatile = { step: 0.002, pull: 0.02 }
const stable = { step: 0.00004, pull: 0.1 }
const isStable = (name: FeedName): boolean => tokens[feeds[name].token].priceUsd === 1

/**
 * Durations in price moves. Traffic of 5 actions per second makes one move in four seconds, so ether falls for the first
 * time about 30 seconds after the start, and then every four to five minutes.
 */
const firstCalm = 8
const calmMoves = 30
const fallMoves = 40

/** Returns a function that computes the current fall of ether, as a logarithm, after each price move. */
function createFalls() {
  let [isDown, fall, movesLeft] = [false, 0, firstCalm]
  return (random: Random, isEther: boolean): number => {
    movesLeft--
    if (!isDown) fall /= 2
    if (isEther && movesLeft <= 0) {
      isDown = !isDown
      movesLeft = isDown ? fallMoves : calmMoves
      if (isDown) fall = 0.05 + 0.07 * random.next()
    }
    return fall
  }
}

const toPpm = (logarithm: number) => Math.round(1e6 * Math.exp(logarithm))

/**
 * Moves the feeds in a random walk around their initial prices. From time to time ether falls by 5 to 12 %, which makes
 * positions liquidatable, and recovers after 40 moves.
 */
export const priceMove = defineScenario({
  weight: 5,
  needs: Object.values(feeds).map(({ address }) => address),
  plan() {
    const walks = new Map<FeedName, number>()
    const nextFall = createFalls()
    return (random) => {
      // Ether moves most often. The others share the rest.
      const name = random.next() < 0.4 ? 'ETH / USD' : random.pick(feedNames)
      const { step, pull } = isStable(name) ? stable : volatile
      const walk = (walks.get(name) ?? 0) * (1 - pull) + step * random.normal()
      walks.set(name, walk)
      const fall = nextFall(random, name === 'ETH / USD')
      const [walkPpm, factorPpm] = [walk, name === 'ETH / USD' ? walk - fall : walk].map(toPpm) as [number, number]
      return { name, walkPpm, factorPpm }
    }
  },
  build({ name, walkPpm, factorPpm }, _, { keeper, etherChange }) {
    const { address, token } = feeds[name]
    // A change by hand replaces the fall of the traffic.
    const isByHand = name === 'ETH / USD' && etherChange !== 0
    const factor = (isByHand ? walkPpm * (1 + etherChange) : factorPpm) / 1e6
    const args = [toAnswer(tokens[token].priceUsd * factor)] as const
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'updateAnswer', args })
    return { from: keeper, drafts: [{ to: address, data, gas: 150_000n }] }
  },
})
