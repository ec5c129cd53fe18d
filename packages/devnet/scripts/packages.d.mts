export function installPackages(
  manifest: {
    readonly dependencies: Readonly<Record<string, string>>
    readonly overrides?: Readonly<Record<string, string>>
  },
  files?: Readonly<Record<string, string>>,
): Promise<string>
