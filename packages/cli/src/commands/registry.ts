import { addAlerts } from './alerts.ts'
import { addBeacon } from './beacon.ts'
import { addBook } from './book.ts'
import { addBalance, addBlock, addHistory, addTrace, addTransaction } from './chainData.ts'
import { addClassify } from './classify.ts'
import type { AddCommand } from './command.ts'
import { addConfig } from './config.ts'
import { addDevnet } from './devnet.ts'
import { addDoctor } from './doctor.ts'
import { addGas } from './gas.ts'
import { addKeys } from './keys.ts'
import { addLiquidations } from './liquidations.ts'
import { addLrt } from './lrt.ts'
import { addMempool } from './mempool.ts'
import { addMev } from './mev.ts'
import { addPosition } from './position.ts'
import { addPrice } from './price.ts'
import { addReplay } from './replay.ts'
import { addRpc } from './rpc.ts'
import { addUp } from './up.ts'
import { addUsage } from './usage.ts'

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [
  addUp,
  addGas,
  addLrt,
  addBeacon,
  addPrice,
  addBalance,
  addBlock,
  addTransaction,
  addHistory,
  addTrace,
  addMempool,
  addMev,
  addClassify,
  addReplay,
  addPosition,
  addLiquidations,
  addBook,
  addRpc,
  addDoctor,
  addAlerts,
  addKeys,
  addUsage,
  addConfig,
  addDevnet,
]
