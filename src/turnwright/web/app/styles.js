// Style sheets that are loaded when they are needed.

/** Load style sheets by their names relative to an address, in this order, and wait for them. */
export async function loadStyles(names, address) {
  await Promise.all(names.map((name) => {
    const { href } = new URL(name, address);
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return null;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    return new Promise((done) => {
      link.onload = done;
      link.onerror = done; // a page without its styles is better than none
      document.head.append(link);
    });
  }));
}
