/** XMP extension metadata: PDF/A requires a declared schema. */

interface MetadataExtension {
  name: string;
  namespace: string;
  prefix: string;
  /** Plain text: it is not escaped in the XML. */
  properties: Record<string, readonly [value: string, description: string]>;
}

export function extensionMetadata({ name, namespace, prefix, properties }: MetadataExtension): string {
  const knownProperties = Object.entries(properties);
  const values = knownProperties.map(
    ([property, [value]]) => `<${prefix}:${property}>${value}</${prefix}:${property}>`,
  );
  const forms = knownProperties.map(
    ([property, [, description]]) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${property}</pdfaProperty:name>
              <pdfaProperty:valueType>Text</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`,
  );
  return `
<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${values.join("")}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>${name}</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${forms.join("")}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>`;
}
