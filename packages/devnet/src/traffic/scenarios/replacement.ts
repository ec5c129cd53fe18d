import { parseEther } from 'viem'
import { defineScenario } from '../scenario.ts'

/** A transfer that is replaced by another amount with the same nonce and a higher fee, like a wallet's "speed up". */
export const replacement = defineScenario({
  weight: 2,
  plan:
    ({ accounts }) =>
    (random) => ({ to: random.integer(accounts), milliEther: 1 + random.integer(500) }),
  build({ to, milliEther }, from, { accounts }) {
    const transfer = { to: accounts[to]?.address ?? from.address, gas: 21_000n }
    const value = parseEther(String(milliEther / 1000))
    return {
      from,
      drafts: [
        { ...transfer, value },
        { ...transfer, value: value * 2n, replaces: true },
      ],
    }
  },
})
