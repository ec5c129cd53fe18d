import { parseEther } from 'viem'
import { defineScenario } from '../scenario.ts'

/** Transfers ether between accounts. */
export const ethTransfer = defineScenario({
  weight: 14,
  plan:
    ({ accounts }) =>
    (random) => ({ to: random.integer(accounts), milliEther: 1 + random.integer(2000) }),
  build: ({ to, milliEther }, from, { accounts }) => ({
    from,
    drafts: [{ to: accounts[to]?.address ?? from.address, value: parseEther(String(milliEther / 1000)), gas: 21_000n }],
  }),
})
