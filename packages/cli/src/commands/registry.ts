import { addBeacon } from './beacon.ts'
import type { AddCommand } from './command.ts'
import { addConfig } from './config.ts'
import { addDevnet } from './devnet.ts'
import { addDoctor } from './doctor.ts'
import { addGas } from './gas.ts'
import { addKeys } from './keys.ts'
import { addLrt } from './lrt.ts'
import { addRpc } from './rpc.ts'
import { addUp } from './up.ts'

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [
  addUp,
  addGas,
  addLrt,
  addBeacon,
  addRpc,
  addDoctor,
  addKeys,
  addConfig,
  addDevnet,
]
