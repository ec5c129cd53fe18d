import { concatHex, type Hex } from 'viem'
import { defineScenario } from '../scenario.ts'

/**
 * Init code that returns the twelve bytes after it: PUSH1 12, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 12, PUSH1 0, RETURN.
 * The runtime returns 42: PUSH1 42, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN, and two bytes of padding.
 */
const initCode: Hex = '0x600c600c600039600c6000f3602a60005260206000f30000'

/** Deploys a small contract. The bytes after its code make each one unique. */
export const deploy = defineScenario({
  weight: 2,
  plan: () => (random) => ({ salt: random.hex(32) }),
  build: ({ salt }, from) => ({ from, drafts: [{ data: concatHex([initCode, salt]), gas: 120_000n }] }),
})
