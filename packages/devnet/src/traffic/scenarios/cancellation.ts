import { parseEther } from 'viem'
import { defineScenario } from '../scenario.ts'

/** A canceled transfer: an empty transfer to the sender with the same nonce and a higher fee. */
export const cancellation = defineScenario({
  weight: 1,
  plan:
    ({ accounts }) =>
    (random) => ({ to: random.integer(accounts) }),
  build: ({ to }, from, { accounts }) => ({
    from,
    drafts: [
      { to: accounts[to]?.address ?? from.address, value: parseEther('0.5'), gas: 21_000n },
      { to: from.address, value: 0n, gas: 21_000n, replaces: true },
    ],
  }),
})
