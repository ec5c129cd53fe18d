import type { RpcInstruction, RpcMeta } from '../rpcTypes.ts'
import type { SolanaAccount } from './toAccounts.ts'

/** A call of a program. */
export type SolanaInstruction = {
  readonly programId: string
  readonly accounts: readonly string[]
  /** Base58; null where the node gives the instruction parsed only. */
  readonly data: string | null
  /** What a node that knows the program reads in it (`jsonParsed`); null otherwise. */
  readonly parsed: unknown
  /** How deep the call is: 1 for the transaction's own, 2 for what they call; null for inner ones of old nodes. */
  readonly depth: number | null
  /** Calls that this one made, all depths, in the order they were made. */
  readonly inner: readonly SolanaInstruction[]
}

/** The instructions of a transaction, each with the calls it made. */
export function toInstructions(
  instructions: readonly RpcInstruction[],
  accounts: readonly SolanaAccount[],
  meta: RpcMeta,
): readonly SolanaInstruction[] {
  return instructions.map((instruction, index) => ({
    ...toInstruction(instruction, accounts),
    depth: 1,
    inner: (meta.innerInstructions ?? [])
      .filter((group) => group.index === index)
      .flatMap((group) => group.instructions.map((inner) => toInstruction(inner, accounts))),
  }))
}

function toInstruction(instruction: RpcInstruction, accounts: readonly SolanaAccount[]): SolanaInstruction {
  const toAddress = (key: number | string) => (typeof key === 'string' ? key : (accounts[key]?.address ?? ''))
  return {
    programId: instruction.programId ?? toAddress(instruction.programIdIndex ?? -1),
    accounts: (instruction.accounts ?? []).map(toAddress),
    data: instruction.data ?? null,
    parsed: instruction.parsed ?? null,
    depth: instruction.stackHeight ?? null,
    inner: [],
  }
}
