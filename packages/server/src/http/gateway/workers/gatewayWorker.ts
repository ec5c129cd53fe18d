// The program of a worker, a file of its own in the package and beside the command.
import { runWorker } from './runWorker.ts'

runWorker(process)
