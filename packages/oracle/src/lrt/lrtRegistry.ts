import type { LrtToken } from './lrtToken.ts'
import { ezETH } from './tokens/ezETH.ts'
import { pufETH } from './tokens/pufETH.ts'
import { rsETH } from './tokens/rsETH.ts'
import { rswETH } from './tokens/rswETH.ts'
import { weETH } from './tokens/weETH.ts'

/** Supported restaking tokens. To add a token, add a file in `tokens/` and a line here. */
export const lrtTokens = { weETH, ezETH, rsETH, pufETH, rswETH } as const satisfies {
  readonly [symbol: string]: LrtToken
}
