import { Argument } from 'commander'
import { listPlaces } from '../completion/places.ts'
import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'

/** `outrigger completion`: the script that completes command lines, for a shell to load. */
export const addCompletion: AddCommand = (program, cli) => {
  addSubcommand(program, 'completion', 'print the completion of command lines, for a shell to load')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', '\nLoad it with: source <(outrigger completion bash)')
    .action((shell: Shell, flags: GlobalFlags) =>
      cli.run(flags, async (output) => {
        const script = completionScripts[shell](listPlaces(program))
        output.data({ shell, script }, () => script.trimEnd().split('\n'))
      }),
    )
}
