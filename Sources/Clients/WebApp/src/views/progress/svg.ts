const namespace = "http://www.w3.org/2000/svg";

/** An element of a picture. */
export function svg(tag: string, attributes: { [name: string]: string | number } = {}, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
