import type { RpcInstruction, RpcMeta } from '../rpcTypes.ts'
import type { SolanaAccount } from './toAccounts.ts'

/** A call of a program. */
export type SolanaInstruction = {
  readonly programId: string
  readonly accounts: readonly string[]
  /** Base58. Null if the node returns only the parsed instruction. */
  readonly data: string | null
  /** The instruction as parsed by a node that knows the program (`jsonParsed`); null otherwise. */
  readonly parsed: unknown
  /**
   * Depth of the call. 1 for the transaction's own instructions, 2 for the calls they make. Null for inner calls from
   * old nodes.
   */
  readonly depth: number | null
  /** Calls that this instruction made, at all depths, in execution order. */
  readonly inner: readonly SolanaInstruction[]
}

/** Returns the instructions of a transaction, each with the calls it made. */
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
